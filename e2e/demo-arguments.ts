import { parseArgs } from 'node:util';
import { z } from 'zod';
import type { DemoQuery } from './console-page.ts';
import { demoOptions, demoUsage, readDemoOptions, UsageError } from './demo-options.ts';

/** What `npm run demo` is to do. */
export interface DemoRun {
  readonly tool: string;
  readonly args: Record<string, unknown>;
  /** The folder for pictures; none are written without one. */
  readonly out: string | undefined;
  readonly query: DemoQuery;
  /** The files of a captured screen; undefined for the demo phone's own world. */
  readonly capture: readonly string[] | undefined;
}

const usage = `Usage: npm run -s demo -- [options]

  --tool NAME         the tool to call (get_screen_state)
  --args JSON         its arguments ({"include_screenshot": true} for get_screen_state)
  --out DIR           write the pictures of the answer there
${demoUsage}`;

const options = {
  ...demoOptions,
  tool: { type: 'string', default: 'get_screen_state' },
  args: { type: 'string' },
  out: { type: 'string' },
} as const;

/** Reads the command line. Rejects with `UsageError` for what cannot be meant. */
export async function readArguments(argv: readonly string[]): Promise<DemoRun> {
  const { tool, args, out, ...phone } = parse(argv);
  // The console reads these by itself; here they are only checked.
  await readDemoOptions(phone);
  const { screen, screenshot, ...query } = phone;
  const files = [screen, screenshot].filter((file) => file !== undefined);
  const capture = screen === undefined ? undefined : files;
  return { tool, args: toolArguments(tool, args), out, query, capture };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: false }).values;
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  }
}

function toolArguments(tool: string, text: string | undefined): Record<string, unknown> {
  if (text === undefined) return tool === options.tool.default ? { include_screenshot: true } : {};
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  } catch {
    throw new UsageError(`--args must be a JSON object, got: ${text}`);
  }
}
