import type { AndroidVersion } from '../../options.ts';
import type { ProgramContext } from '../program.ts';

const sources =
  'keyboard mouse joystick touchnavigation touchpad trackball stylus dpad gamepad touchscreen';

/** `input` without a command, or `help`: on stdout since InputShellCommand, on stderr before. */
export async function help(context: ProgramContext): Promise<number> {
  const { android } = context.system;
  if (android >= 11) await context.out(usageOf(android));
  else await context.err(usageOf(android));
  return 0;
}

/** `keycombination` on a phone that does not know it yet, and the like: a message and exit code 0. */
export async function unknown(context: ProgramContext, command: string): Promise<number> {
  const { android } = context.system;
  if (android >= 11) await context.out(`Unknown command: ${command}\n`);
  else await context.err(`Error: Unknown command: ${command}\n${usageOf(android)}`);
  return 0;
}

/** Wrong arguments before InputShellCommand: a message and exit code 0. */
export async function misused(context: ProgramContext, command: string): Promise<number> {
  await context.err(
    `Error: Invalid arguments for command: ${command}\n${usageOf(context.system.android)}`,
  );
  return 0;
}

/** The flags of `keyevent` by version. Guess: `--duration` came with Android 16. */
const keyFlags = {
  8: '--longpress',
  11: '--longpress',
  14: '--longpress|--doubletap|--async|--delay <duration between keycodes in ms>',
  16: '--longpress|--duration <duration to hold key down in ms>] [--doubletap] [--async] [--delay <duration between keycodes in ms>',
} as const satisfies Record<AndroidVersion, string>;

/** Input.showUsage and InputShellCommand.onHelp. */
function usageOf(android: AndroidVersion): string {
  const modern = android >= 11;
  const lines = [
    `Usage: input [<source>] ${modern ? '[-d DISPLAY_ID] ' : ''}<command> [<arg>...]`,
    '',
    'The sources are: ',
    ...sources.split(' ').map((source) => `      ${source}`),
    '',
    ...(modern
      ? [
          '-d: specify the display ID.',
          '      (Default: -1 for key event, 0 for motion event if not specified.)',
        ]
      : []),
    'The commands and default sources are:',
    '      text <string> (Default: touchscreen)',
    `      keyevent [${keyFlags[android]}] <key code number or name> ... (Default: keyboard)`,
    '      tap <x> <y> (Default: touchscreen)',
    '      swipe <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)',
    '      draganddrop <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)',
    '      press (Default: trackball)',
    '      roll <dx> <dy> (Default: trackball)',
    ...(modern ? ['      motionevent <DOWN|UP|MOVE|CANCEL> <x> <y> (Default: touchscreen)'] : []),
    ...(android >= 12
      ? [
          '      keycombination [-t duration(ms)] <key code 1> <key code 2> ... (Default: keyboard, the key order is important here.)',
        ]
      : []),
    ...(android >= 16
      ? [
          '      scroll (Default: rotaryencoder). Has the following syntax:',
          '            scroll <x> <y> [axis_value] (for pointer-based sources)',
          '            scroll [axis_value] (for non-pointer-based sources)',
          '            Axis options: SCROLL, HSCROLL, VSCROLL',
        ]
      : []),
  ];
  return `${lines.join('\n')}\n`;
}
