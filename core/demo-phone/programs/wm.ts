import type { Size } from '../../geometry.ts';
import type { Program, ProgramContext } from '../shell/program.ts';
import { reportUnknownCommand } from './shell-exception.ts';

/** `wm`: WindowManagerShellCommand.java. */
export const wm: Program = {
  names: ['wm'],
  main: async (context) => {
    const [, command, ...rest] = context.argv;
    await context.simulateLatency(100); // Guess.
    return runWindowCommand(context, command, rest);
  },
};

/** Runs `wm` or `cmd window`. */
export async function runWindowCommand(
  context: ProgramContext,
  command: string | undefined,
  rest: readonly string[],
): Promise<number> {
  const args = withoutDisplay(rest);
  if (command === 'size') return runSize(context, args[0]);
  if (command === 'density') return runDensity(context, args[0]);
  return reportUnknownCommand(context, command);
}

/** Removes `-d ID`, which may be anywhere and is ignored. */
function withoutDisplay(args: readonly string[]): readonly string[] {
  const at = args.indexOf('-d');
  return at < 0 ? args : args.filter((_word, i) => i !== at && i !== at + 1);
}

async function runSize(context: ProgramContext, argument: string | undefined): Promise<number> {
  const { world } = context.system;
  if (argument === undefined) {
    const { physicalSize, overrideSize } = world;
    await context.out(`Physical size: ${formatSize(physicalSize)}\n`);
    if (overrideSize) await context.out(`Override size: ${formatSize(overrideSize)}\n`);
    return 0;
  }
  if (argument === 'reset') {
    world.overrideSize = undefined;
    return 0;
  }
  const parsed = parseSize(argument, world.overrideDensity ?? world.physicalDensity);
  if (parsed === undefined) {
    await context.err(`Error: bad size ${argument}\n`);
    return 255;
  }
  // Setting the physical size is no override (WindowManagerService.setForcedDisplaySize).
  world.overrideSize = formatSize(parsed) === formatSize(world.physicalSize) ? undefined : parsed;
  return 0;
}

function formatSize({ width, height }: Size): string {
  return `${width}x${height}`;
}

function parseSize(text: string, dpi: number): Size | undefined {
  const match = /^(\d+)(dp|px)?x(\d+)(dp|px)?$/.exec(text);
  if (!match) return undefined;
  const pixels = (number: string | undefined, unit: string | undefined): number =>
    unit === 'dp' ? Math.floor((Number(number) * dpi) / 160) : Number(number);
  return { width: pixels(match[1], match[2]), height: pixels(match[3], match[4]) };
}

async function runDensity(context: ProgramContext, argument: string | undefined): Promise<number> {
  const { world } = context.system;
  if (argument === undefined) {
    await context.out(`Physical density: ${world.physicalDensity}\n`);
    if (world.overrideDensity) await context.out(`Override density: ${world.overrideDensity}\n`);
    return 0;
  }
  if (argument === 'reset') {
    world.overrideDensity = undefined;
    return 0;
  }
  const number = Number(argument);
  if (!Number.isInteger(number)) {
    const exception = `java.lang.NumberFormatException: For input string: "${argument}"`;
    await context.err(`Error: bad number ${exception}\n`);
    return 255;
  }
  if (number < 72) {
    await context.err('Error: density must be >= 72\n');
    return 255;
  }
  world.overrideDensity = number === world.physicalDensity ? undefined : number;
  return 0;
}
