import { readFile } from 'node:fs/promises';
import {
  type AndroidVersion,
  type Capture,
  type DemoPhoneOptions,
  type FaultName,
  androidVersions,
  faults as knownFaults,
} from '../core/demo-phone/options.ts';

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
  --activity PKG/CLS  the activity in front
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
