import type { Rotation, Size } from '../../geometry.ts';
import type { Program, ProgramContext } from '../shell/program.ts';

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
  const hasUserRotation = context.system.android >= 12;
  if (command === 'size') return runSize(context, args[0]);
  if (command === 'density') return runDensity(context, args[0]);
  if (hasUserRotation && command === 'user-rotation') return runUserRotation(context, args);
  // Android 11's name for it (WindowManagerShellCommand of android-11).
  if (context.system.android === 11 && command === 'set-user-rotation') {
    return runUserRotation(context, args);
  }
  if (command === 'dismiss-keyguard' || command === 'scaling') return 0;
  await context.out(`Unknown command: ${command ?? ''}\n`);
  return 255;
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

/** `user-rotation [free|lock] [0-3]`; without arguments it prints the state. */
async function runUserRotation(context: ProgramContext, args: readonly string[]): Promise<number> {
  const { settings, world } = context.system;
  const [mode, rotation] = args;
  if (mode === undefined) {
    const locked = settings.get('system', 'accelerometer_rotation') === '0';
    const userRotationValue = settings.get('system', 'user_rotation') ?? '0';
    await context.out(locked ? `lock ${userRotationValue}\n` : 'free\n');
    return 0;
  }
  if (mode === 'free') {
    settings.put('system', 'accelerometer_rotation', '1');
    return 0;
  }
  const number: Rotation = world.rotation;
  if (mode !== 'lock' || !/^[0-3]?$/.test(rotation ?? '')) {
    await context.err(`Error: argument needs to be either -d, free or lock, found: ${mode}\n`);
    return 255;
  }
  settings.put('system', 'user_rotation', rotation ?? String(number));
  settings.put('system', 'accelerometer_rotation', '0');
  return 0;
}
