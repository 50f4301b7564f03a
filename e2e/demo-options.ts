import { readFile } from 'node:fs/promises';
import {
  androidVersions,
  faults as knownFaults,
  type AndroidVersion,
  type Capture,
  type DemoPhoneOptions,
  type FaultName,
} from '#core/demo-phone/options.ts';
import { parseArgs } from 'node:util';

/** An invalid command line; programs print the message and exit with code 2. */
export class UsageError extends Error {}

/** The options that configure a demo phone, for `parseArgs` of node:util. */
export const demoOptions = {
  android: { type: 'string' },
  screen: { type: 'string' },
  screenshot: { type: 'string' },
  activity: { type: 'string' },
  faults: { type: 'string' },
  latency: { type: 'string' },
} as const;

/** The usage text of `demoOptions`. */
export const demoUsage = `  --android N         Android version: ${androidVersions.join(', ')} (14)
  --screen FILE.xml   show this uiautomator dump instead of the demo phone's own world
  --screenshot FILE   the PNG of the same screen
  --activity PKG/CLS  the activity in the foreground
  --faults A,B        what is wrong with the phone:
                      ${Object.keys(knownFaults).join('\n                      ')}
  --latency none|real how fast the phone answers (none)`;

type DemoOptionValues = Partial<Readonly<Record<keyof typeof demoOptions, string>>>;

/** Validates parsed values and reads their files; all options but the canvas. Rejects with UsageError. */
export async function readDemoOptions(
  values: DemoOptionValues,
): Promise<Omit<DemoPhoneOptions, 'canvas'>> {
  const { activity } = values;
  const capture = await readCapture(values);
  return {
    android: parseAndroidVersion(values.android ?? '14'),
    faults: parseFaults(values.faults ?? ''),
    latency: parseLatency(values.latency ?? 'none'),
    ...(activity !== undefined && { activity }),
    ...(capture !== undefined && { capture }),
  };
}

function parseAndroidVersion(text: string): AndroidVersion {
  const version = androidVersions.find((known) => String(known) === text);
  if (version !== undefined) return version;
  throw unknownValue('--android', text, androidVersions);
}

function parseFaults(text: string): ReadonlySet<FaultName> {
  const names = text.split(',').filter((name) => name !== '');
  return new Set(
    names.map((name) => {
      if (isFault(name)) return name;
      throw unknownValue('--faults', name, Object.keys(knownFaults));
    }),
  );
}

function isFault(name: string): name is FaultName {
  return Object.hasOwn(knownFaults, name);
}

function parseLatency(text: string): 'none' | 'real' {
  if (text === 'none' || text === 'real') return text;
  throw unknownValue('--latency', text, ['none', 'real']);
}

async function readCapture({ screen, screenshot }: DemoOptionValues): Promise<Capture | undefined> {
  if (screen === undefined) {
    if (screenshot === undefined) return undefined;
    throw new UsageError('--screenshot needs --screen: the dump of the same screen.');
  }
  const xml = await readBytes(screen);
  return screenshot === undefined ? { xml } : { xml, png: await readBytes(screenshot) };
}

async function readBytes(file: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readFile(file).catch(() => {
    throw new UsageError(`Cannot read ${file}.`);
  });
  return Uint8Array.from(bytes);
}

function unknownValue(
  option: string,
  got: string,
  known: readonly (string | number)[],
): UsageError {
  return new UsageError(`${option} knows ${known.join(', ')}; got: ${got}`);
}

/** The address on which the demo phone listens. */
export const demoPhoneHost = '127.0.0.1';
const defaultPort = 7555;

/** adb treats whatever listens on these ports as an emulator, and lists it under such a serial. */
const emulatorPorts = { first: 5555, last: 5585 };

const demoPhoneUsage = `Usage: npm run demo-phone -- [options]

  --port N            TCP port on ${demoPhoneHost} (${defaultPort})
  --touches FILE      append every touch of the screen to this file, a line of JSON each
${demoUsage}`;

/** The parsed command line of `npm run demo-phone`. */
interface DemoPhoneArguments {
  readonly port: number;
  /** The file that gets every touch. */
  readonly touches: string | undefined;
  readonly options: Omit<DemoPhoneOptions, 'canvas'>;
}

/** Parses the command line; rejects with `UsageError` if it is invalid. */
export async function readDemoPhoneArguments(argv: readonly string[]): Promise<DemoPhoneArguments> {
  const { port, touches, ...values } = parseCommandLine(argv);
  const options = await readDemoOptions(values);
  const usbFault = [...options.faults].find((name) => name.startsWith('usb-'));
  if (usbFault !== undefined) {
    throw new UsageError(`${usbFault} is a fault of the USB port; over TCP there is none.`);
  }
  return { port: parsePort(port), touches, options };
}

function parseCommandLine(argv: readonly string[]) {
  const options = {
    ...demoOptions,
    port: { type: 'string', default: `${defaultPort}` },
    touches: { type: 'string' },
  } as const;
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: false }).values;
  } catch (error) {
    throw new UsageError(
      `${error instanceof Error ? error.message : String(error)}\n\n${demoPhoneUsage}`,
    );
  }
}

function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65_535) {
    throw new UsageError(`--port must be a whole number from 1 to 65535; got: ${text}`);
  }
  const { first, last } = emulatorPorts;
  if (port >= first && port <= last) {
    throw new UsageError(
      `--port ${port}: adb lists whatever listens on ${first} to ${last} as an emulator by itself. Choose another port, such as ${defaultPort}.`,
    );
  }
  return port;
}
