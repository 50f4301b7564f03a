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
    const { argv, system, out, err } = context;
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
    if (flags.has('--verbose')) await out(`Display is ${width}x${height} @60.00fps\n`);
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
  const size = values.get('--size');
  const [, width, height] = /^(\d+)x(\d+)$/.exec(size ?? '1x1') ?? [];
  if (width === undefined || height === undefined)
    return `Invalid size '${size ?? ''}', must be width x height`;
  if (Number(width) === 0 || Number(height) === 0)
    return `Invalid size ${width}x${height}, width and height may not be zero`;
  const [, digits, unit] = /^(\d+)(m?)$/i.exec(values.get('--bit-rate') ?? '20M') ?? [];
  if (digits === undefined) return `Unrecognized value: ${values.get('--bit-rate') ?? ''}`;
  const bitRate = Number(digits) * (unit === '' ? 1 : 1_000_000);
  if (bitRate < minBitRate || bitRate > maxBitRate)
    return `Bit rate ${bitRate}bps outside acceptable range [${minBitRate},${maxBitRate}]`;
  if (!/^\d+(?: |$)/.test(values.get('--time-limit') ?? '180'))
    return 'Error parsing time limit argument';
  const format = values.get('--output-format') ?? 'mp4';
  if (!/^(?:mp4|h264|webm|3gpp|frames|raw-frames)$/.test(format))
    return `Unknown format '${format}'`;
  const display = values.get('--display-id') ?? litPanelOf(system);
  return panelsOf(system).includes(display) ? undefined : 'Invalid physical display ID';
}

/** Version 1.2, captured often, has no display id and no endless recording; 1.4 was captured on Android 16. */
function usage(android: number): string {
  const isOld = android < 13;
  const timeLimit = isOld
    ? 'Default / maximum is 180.'
    : 'Default is 180. Set to 0\n    to remove the time limit.';
  const display = isOld
    ? ''
    : `--display-id ID
    specify the physical display ID to record. Default is the primary display.
    see "dumpsys SurfaceFlinger --display-id" for valid display IDs.
`;
  return `Usage: screenrecord [options] <filename>

Android screenrecord v${isOld ? '1.2' : android < 16 ? '1.3' : '1.4'}.  Records the device's display to a .mp4 file.

Options:
--size WIDTHxHEIGHT
    Set the video size, e.g. "1280x720".  Default is the device's main
    display resolution (if supported), 1280x720 if not.  For best results,
    use a size supported by the AVC encoder.
--bit-rate RATE
    Set the video bit rate, in bits per second.  Value may be specified as
    bits or megabits, e.g. '4000000' is equivalent to '4M'.  Default 20Mbps.
--bugreport
    Add additional information, such as a timestamp overlay, that is helpful
    in videos captured to illustrate bugs.
--time-limit TIME
    Set the maximum recording time, in seconds.  ${timeLimit}
${display}--verbose
    Display interesting information on stdout.
--help
    Show this message.

Recording continues until Ctrl-C is hit or the time limit is reached.

`;
}
