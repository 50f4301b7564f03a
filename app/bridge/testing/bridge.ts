/** Real bridges for tests, each on a port of its own. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import * as z from 'zod';
import { type Tool, defineTool } from '../../../core/tools/shared/tool.ts';
import { type BridgeOptions, type RunningBridge, startBridge } from '../server/bridge.ts';

export const TOKEN = 'test-token-0123456789-abcdefghijklmnopqrst';
export const PAGE_SECRET = 'page-secret-0123456789-abcdefghijklmnopqrs';

/** A tool of the tests; what it does, the test's own `call` decides. */
const echoTool = defineTool({
  name: 'echo_back',
  title: 'Echo',
  description: 'Says it again.',
  input: z.strictObject({ text: z.string().default('') }),
  effect: 'read',
  run: () => Promise.resolve(),
});

export const TOOLS: readonly Tool[] = [echoTool];

/** A folder that is gone after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'handset-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A bridge on any free port. */
export const bridgeOptions: BridgeOptions = {
  port: 0,
  token: TOKEN,
  whereTokenIs: 'It is in the test.',
  pageSecret: PAGE_SECRET,
  toolPrefix: '',
  ownToken: true,
  programPath: '/nonexistent/bridge.js',
  allowedOrigins: [],
  consoleWaitMs: 50,
  consoleFolder: '/nonexistent',
  tools: TOOLS,
};

/** A bridge on a free port, closed after the test. */
export async function testBridge(options: Partial<BridgeOptions> = {}): Promise<RunningBridge> {
  const bridge = await startBridge({ ...bridgeOptions, ...options });
  onTestFinished(() => bridge.close());
  return bridge;
}

/** Waits until the expectation holds; a busy machine may take its time. */
export function eventually(expectation: () => unknown): Promise<unknown> {
  return vi.waitFor(expectation, { timeout: 30_000, interval: 20 });
}
