import { parseArgs } from 'node:util';
import type { DemoPhoneOptions } from '../core/demo-phone/options.ts';
import { demoOptions, demoUsage, readDemoOptions, UsageError } from './demo-options.ts';

/** The address on which the demo phone listens. */
export const demoPhoneHost = '127.0.0.1';
const defaultPort = 7555;

/** adb treats whatever listens on these ports as an emulator, and lists it under such a serial. */
const emulatorPorts = { first: 5555, last: 5585 };

const demoPhoneUsage = `Usage: npm run demo-phone -- [options]

  --port N            TCP port on ${demoPhoneHost} (${defaultPort})
${demoUsage}`;

/** The parsed command line of `npm run demo-phone`. */
interface DemoPhoneArguments {
  readonly port: number;
  readonly options: Omit<DemoPhoneOptions, 'canvas'>;
}

/** Parses the command line; rejects with `UsageError` if it is invalid. */
export async function readDemoPhoneArguments(argv: readonly string[]): Promise<DemoPhoneArguments> {
  const { port, ...values } = parseCommandLine(argv);
  const options = await readDemoOptions(values);
  const usbFault = [...options.faults].find((name) => name.startsWith('usb-'));
  if (usbFault !== undefined) {
    throw new UsageError(`${usbFault} is a fault of the USB port; over TCP there is none.`);
  }
  return { port: parsePort(port), options };
}

function parseCommandLine(argv: readonly string[]) {
  const options = { ...demoOptions, port: { type: 'string', default: `${defaultPort}` } } as const;
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
