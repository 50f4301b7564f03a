import type { AndroidVersion } from '../../options.ts';

/** Ends logcat; `withHelp` adds the usage, as old versions did for options they did not know. */
export class LogcatFailure extends Error {
  readonly withHelp: boolean;
  constructor(message: string, withHelp = false) {
    super(message);
    this.withHelp = withHelp;
  }
}

type Say = (...values: string[]) => string;

interface Wording {
  readonly time: Say;
  readonly truncated: Say;
  readonly format: Say;
  readonly buffer: Say;
  readonly filter: Say;
  readonly pid: Say;
  readonly count: Say;
  readonly unknown: Say;
  readonly needsArgument: Say;
}

/** logcat.cpp of Android 8: `"` as quotes. */
const old: Wording = {
  time: (option = '', value = '') => `${option} "${value}" not in time format`,
  truncated: (option = '', used = '', rest = '') =>
    `WARNING: ${option} "${used}""${rest}" time truncated`,
  format: (value = '') => `Invalid parameter "${value}" to -v`,
  buffer: (value = '') => `unknown buffer ${value}`,
  filter: (value = '') => `Invalid filter expression '${value}'`,
  pid: (value = '') => `pid ${value} out of range`,
  count: (option = '', value = '') => `${option} "${value}" isn't an integer greater than zero`,
  unknown: (option = '') => `Unrecognized Option ${option.replace(/^-+/, '').charAt(0)}`,
  needsArgument: (option = '') => `Option ${option} needs an argument`,
};

/** logcat.cpp since it uses error(3). Guess: Android 11 speaks as later ones. */
const modern: Wording = {
  time: (option = '', value = '') => `${option} '${value}' not in time format.`,
  truncated: (option = '', used = '', rest = '') =>
    `WARNING: ${option} '${used}' '${rest}' time truncated`,
  format: (value = '') => `Invalid -v '${value}'.`,
  buffer: (value = '') => `Unknown -b buffer '${value}'.`,
  filter: (value = '') => `Invalid filter expression '${value}'.`,
  pid: (value = '') => `pid '${value}' out of range.`,
  count: (option = '', value = '') => `${option} '${value}' isn't an integer greater than zero.`,
  // It names the word after the option: argv[optind].
  unknown: (_option, next = '') => `Unknown option '${next}'.`,
  needsArgument: (option = '') => `Option '${option}' needs an argument.`,
};

/** How this version complains about its arguments. */
export function wordingOf(android: AndroidVersion): Wording {
  return android >= 11 ? modern : old;
}

/** What logcat prints to stderr before it ends with exit code 1; error(3) adds the program's name. */
export function failureText(failure: LogcatFailure, android: AndroidVersion): string {
  if (android >= 11) return `logcat: ${failure.message}\n`;
  return `${failure.message}\n${failure.withHelp ? oldUsage : ''}`;
}

const oldUsage = `Usage: logcat [options] [filterspecs]
options include:
  -s              Set default filter to silent. Equivalent to filterspec '*:S'
  -v <format>, --format=<format>
                  Sets log print format verb and adverbs
  -c, --clear     Clear (flush) the entire log and exit
  -d              Dump the log and then exit (don't block)
  -e <expr>, --regex=<expr>
                  Only print lines where the log message matches <expr>
  -m <count>, --max-count=<count>
                  Quit after printing <count> lines
  -t <count>      Print only the most recent <count> lines (implies -d)
  -t '<time>'     Print most recent lines since specified time (implies -d)
  -T <count>      Print only the most recent <count> lines (does not imply -d)
  -T '<time>'     Print most recent lines since specified time (not imply -d)
  -g, --buffer-size                      Get the size of the ring buffer.
  -b <buffer>, --buffer=<buffer>         Request alternate ring buffer
  --pid=<pid>     Only prints logs from the given pid.
`;
