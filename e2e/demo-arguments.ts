import { parseArgs } from 'node:util';
import { z } from 'zod';
import type { DemoQuery } from './console-page.ts';
import { demoOptions, demoUsage, readDemoOptions, UsageError } from './demo-options.ts';

/** The parsed command line of `npm run demo`. */
export interface DemoArguments {
  readonly tool: string;
  readonly args: Record<string, unknown>;
  /** The folder for pictures; undefined writes none. */
  readonly out: string | undefined;
  readonly query: DemoQuery;
  /** The files of a captured screen; undefined uses the demo phone's own apps. */
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

/** Parses the command line; rejects with `UsageError` if it is invalid. */
export async function readDemoArguments(argv: readonly string[]): Promise<DemoArguments> {
  const { tool, args, out, ...phone } = parseCommandLine(argv);
  // Only validates: the console parses the query itself.
  await readDemoOptions(phone);
  const { screen, screenshot, ...query } = phone;
  const files = [screen, screenshot].filter((file) => file !== undefined);
  const capture = screen === undefined ? undefined : files;
  return { tool, args: toolArguments(tool, args), out, query, capture };
}

function parseCommandLine(argv: readonly string[]) {
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
