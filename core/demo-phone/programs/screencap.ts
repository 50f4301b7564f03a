import type { Program, ProgramContext } from '../shell/program.ts';
import type { System } from '../system.ts';

/** Duration of a screenshot in ms. Guess: reports say ~0.5 s (start, capture, PNG of a full-HD screen). */
const captureMs = 450;
/** The fraction of the file that the fault `truncated-png` leaves: well inside the pixel data. */
const truncatedFraction = 0.6;

/** Physical display ids of the demo phone, as decimal strings: 64 bits exceed a number's precision. */
const physicalDisplays = ['4619827259835644672', '4619827551948147201'] as const;

/** The ids of the phone's panels; screencap takes the first one. */
export function panelsOf({ faults }: System): readonly string[] {
  const areTwo = faults.has('multi-display') || faults.has('dark-panel');
  return physicalDisplays.slice(0, areTwo ? 2 : 1);
}

/** The panel that shows the default display. */
export function litPanelOf({ faults }: System): string {
  return physicalDisplays[faults.has('dark-panel') ? 1 : 0];
}

interface ScreencapOptions {
  readonly png: boolean;
  readonly display: string | undefined;
  readonly file: string | undefined;
}

/** `screencap` of frameworks/base/cmds/screencap. */
export const screencap: Program = {
  names: ['screencap'],
  main: async (context) => {
    const options = await parseOptions(context);
    if (options === undefined) return 1;
    await context.simulateLatency(captureMs);
    if (panelsOf(context.system).length > 1 && options.display === undefined) {
      await warn(context);
    }
    const bytes = await capture(context, options);
    if (bytes === undefined) return 1;
    if (options.file === undefined) await context.out(bytes);
    else context.system.files.write(context.path(options.file), bytes);
    return 0;
  },
};

async function parseOptions(context: ProgramContext): Promise<ScreencapOptions | undefined> {
  const [, ...args] = context.argv;
  let png = false;
  let display: string | undefined;
  let file: string | undefined;
  for (let word = args.shift(); word !== undefined; word = args.shift()) {
    if (word === '-p' || word === '--png') png = true;
    else if (word === '-d') display = args.shift() ?? '';
    else if (/^-d\d+$/.test(word)) display = word.slice(2);
    else if (word === '-h' || word.startsWith('-')) {
      await context.err(usage);
      return undefined;
    } else file = word;
  }
  return { png: png || (file?.endsWith('.png') ?? false), display, file };
}

/** AOSP's source writes this to stderr; reports show it before the PNG, so here it goes to stdout. */
async function warn(context: ProgramContext): Promise<void> {
  await context.out(
    '[Warning] Multiple displays were found, but no display id was specified! Defaulting to the first display found, however this default is not guaranteed to be consistent across captures. A display id should be specified.\n' +
      'A display ID can be specified with the [-d display-id] option.\n' +
      'See "dumpsys SurfaceFlinger --display-id" for valid display IDs.\n',
  );
}

async function capture(
  context: ProgramContext,
  { png, display }: ScreencapOptions,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const { world, counters, faults } = context.system;
  const displays = panelsOf(context.system);
  if (display !== undefined && !/^\d+$/.test(display)) {
    await context.err('Invalid display ID: Out of range [0, 2^64).\n');
    return undefined;
  }
  if (!png) return captureRaw(context);
  // According to reports of foldables, an invalid id gives a black picture.
  if ((display ?? displays[0]) !== litPanelOf(context.system)) return blackPng(context.system);
  const whole = await world.screenshot();
  counters.screencaps++;
  const isTruncated = faults.has('truncated-png') && counters.screencaps % 2 === 1;
  return isTruncated ? whole.subarray(0, Math.floor(whole.length * truncatedFraction)) : whole;
}

function blackPng({ canvas, world }: System): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height } = world.screenSize;
  const black = canvas.createCanvas(width, height);
  black.context.fillStyle = '#000';
  black.context.fillRect(0, 0, width, height);
  return black.toPng();
}

/** Width, height, format 1 (RGBA_8888), since Android 9 the colour space (1, sRGB), then the pixels. */
async function captureRaw({ system }: ProgramContext): Promise<Uint8Array<ArrayBuffer>> {
  const { size, rgba } = await system.world.pixels();
  const header = system.android >= 11 ? [1, 1] : [1];
  const numbers = new Uint32Array([size.width, size.height, ...header]);
  const headerBytes = new Uint8Array(numbers.length * 4);
  const view = new DataView(headerBytes.buffer);
  numbers.forEach((number, i) => view.setUint32(i * 4, number, true));
  const bytes = new Uint8Array(headerBytes.length + rgba.length);
  bytes.set(headerBytes);
  bytes.set(rgba, headerBytes.length);
  return bytes;
}

const usage = 'usage: screencap [-hp] [-d display-id] [FILENAME]\n';
