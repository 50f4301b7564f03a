/** Helpers shared by the inventory specs. */
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Bridge } from './bridge-process.ts';
import { expect } from './fixtures.ts';

/** The repository's root. */
export const root = join(import.meta.dirname, '..');

/** Compares the lines with the snapshot of this name. */
export function expectInventory(name: string, lines: readonly string[]): void {
  expect(`${lines.join('\n')}\n`).toMatchSnapshot(name);
}

/** A heading and its lines. */
export const section = (heading: string, lines: readonly string[]): readonly string[] => [
  `== ${heading}`,
  ...lines,
  '',
];

/** Replaces values that differ between runs and builds. */
export function maskVaryingValues(
  text: string,
  { port, token, url, configDir }: Partial<Bridge> = {},
): string {
  const secret = url?.split('#bridge=')[1];
  return [configDir, secret, token, port, root]
    .filter((each) => each !== undefined)
    .reduce<string>((left, each) => left.replaceAll(String(each), '…'), text)
    .replaceAll(/[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/g, '<uuid>')
    .replaceAll(/sha256-[\w+/]+=/g, 'sha256-<hash>')
    .replaceAll(/(?<![\w-])[\w-]{43}(?![\w-])|\b[\da-f]{16,64}\b/g, '<hash>')
    .replaceAll(/\b\d{13}\b/g, '<time>')
    .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:…')
    .replaceAll(/(?<=\/assets\/)[\w-]+/g, '*')
    .replaceAll(/\bDEMO(\d+)-\w{4}\b/g, 'DEMO$1-<unit>')
    .replaceAll(/(?<="(?:elapsedMs|attempts)":)\d+/g, '<number>');
}

/** A client connected to the bridge; the caller must close it. */
export async function connectClient(bridge: Bridge): Promise<Client> {
  const client = new Client({ name: 'inventory', version: '1' });
  const requestInit = { headers: { Authorization: `Bearer ${bridge.token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(bridge.mcp), { requestInit }));
  return client;
}
