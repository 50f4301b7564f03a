/** Real bridges for tests, each on a port of its own. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import * as z from 'zod';
import { type Tool, defineTool } from '#core/tools/shared/tool.ts';
import { type BridgeOptions, type RunningBridge, startBridge } from '../bridge.ts';

export const TOKEN = 'test-token-0123456789-abcdefghijklmnopqrst';
export const PAGE_SECRET = 'page-secret-0123456789-abcdefghijklmnopqrs';

/** A tool for tests; the test's own `call` answers its calls. */
const echoTool = defineTool({
  name: 'echo_back',
  title: 'Echo',
  description: 'Says it again.',
  input: z.strictObject({ text: z.string().default('') }),
  effect: 'read',
  execute: () => Promise.resolve(),
});

export const TOOLS: readonly Tool[] = [echoTool];

/** Creates a folder that is deleted after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'handset-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Options of a bridge on any free port. */
export const bridgeOptions: BridgeOptions = {
  port: 0,
  token: TOKEN,
  tokenLocation: 'It is in the test.',
  pageSecret: PAGE_SECRET,
  toolPrefix: '',
  allTools: false,
  ownToken: true,
  programPath: '/nonexistent/bridge.js',
  allowedOrigins: [],
  consoleWaitMs: 50,
  consoleFolder: '/nonexistent',
  tools: TOOLS,
};

/** Starts a bridge on a free port; it is closed after the test. */
export async function testBridge(options: Partial<BridgeOptions> = {}): Promise<RunningBridge> {
  const bridge = await startBridge({ ...bridgeOptions, ...options });
  onTestFinished(() => bridge.close());
  return bridge;
}

/** Waits until the expectation passes; the timeout allows for a busy machine. */
export function eventually(expectation: () => unknown): Promise<unknown> {
  return vi.waitFor(expectation, { timeout: 30_000, interval: 20 });
}
