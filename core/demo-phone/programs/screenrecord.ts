import { FileError } from '../files.ts';
import type { Program, ProgramContext } from '../shell/program.ts';
import { parseProgramArguments } from './arguments.ts';
import { litPanelOf, panelsOf } from './screencap.ts';

/** Bits per second that it accepts (kMinBitRate and kMaxBitRate). */
const minBitRate = 100_000;
const maxBitRate = 200_000_000;
/** Exit code for arguments that it refuses. */
const invalidArguments = 2;

/**
 * `screenrecord` of frameworks/av/cmds/screenrecord. It ends as on a phone without an H.264 encoder (the demo phone's
 * serves scrcpy only): UNKNOWN_ERROR is the exit code 0, and the file stays empty.
 */
export const screenrecord: Program = {
  names: ['screenrecord'],
  main: async (context) => {
    const { argv, system, err } = context;
    const { flags, values, operands } = parseProgramArguments(argv.slice(1), optionsWithValue);
    if (flags.has('--help')) {
      await err(usage(system.android));
      return 0;
    }
    const unknown = [...flags].find((flag) => !optionsWithValue.concat(switches).includes(flag));
    const problem =
      unknown === undefined
        ? findProblem(context, values)
        : `screenrecord: unrecognized option '${unknown}'`;
    if (problem !== undefined) {
      await err(`${problem}\n`);
      return invalidArguments;
    }
    const [file] = operands;
    if (file === undefined || operands.length > 1) {
      await err('Must specify output file (see --help).\n');
      return invalidArguments;
    }
    const path = context.path(file);
    try {
      if (system.files.stat(path) === undefined) system.files.write(path, new Uint8Array());
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      await err(`Unable to open '${file}': ${error.strerror}\n`);
      return 1;
    }
    const { width, height } = system.world.screenSize;
    const noEncoder = 'ERROR: unable to create video/avc codec instance\n';
    await err(noEncoder);
    if (values.has('--size')) return 0;
    const [retryWidth, retryHeight] = width < height ? [720, 1280] : [1280, 720];
    await err(
      `WARNING: failed at ${width}x${height}, retrying at ${retryWidth}x${retryHeight}\n${noEncoder}`,
    );
    return 0;
  },
};

const optionsWithValue = [
  '--size',
  '--bit-rate',
  '--time-limit',
  '--output-format',
  '--display-id',
];
const switches = ['--verbose', '--bugreport'];

/** What it says of the first value that it refuses. */
function findProblem(
  { system }: ProgramContext,
  values: ReadonlyMap<string, string>,
): string | undefined {
  const size = values.get('--size') ?? '1x1';
  if (!/^\d+x\d+$/.test(size)) return `Invalid size '${size}', must be width x height`;
  const rate = values.get('--bit-rate') ?? '20M';
  const [, digits, unit] = /^(\d+)(m?)$/i.exec(rate) ?? [];
  if (digits === undefined) return `Unrecognized value: ${rate}`;
  const bitRate = Number(digits) * (unit === '' ? 1 : 1_000_000);
  if (bitRate < minBitRate || bitRate > maxBitRate)
    return `Bit rate ${bitRate}bps outside acceptable range [${minBitRate},${maxBitRate}]`;
  const display = values.get('--display-id') ?? litPanelOf(system);
  return panelsOf(system).includes(display) ? undefined : 'Invalid physical display ID';
}

/** The first lines of its help. Version 1.2 was captured often, 1.4 on Android 16. */
function usage(android: number): string {
  const version = android < 13 ? '1.2' : android < 16 ? '1.3' : '1.4';
  return `Usage: screenrecord [options] <filename>\n\nAndroid screenrecord v${version}.  Records the device's display to a .mp4 file.\n`;
}
