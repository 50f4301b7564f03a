/**
 * `npm run demo-phone`: the demo phone's adbd on TCP, for the real `adb connect` and for every
 * program that speaks to phones through it. Ends on Ctrl-C.
 */
import { type Server, type Socket, createServer } from 'node:net';
import { parseArgs } from 'node:util';
import type { DemoPhone } from '../core/demo-phone/connection.ts';
import { createDemoPhone } from '../core/demo-phone/demo-phone.ts';
import type { DemoPhoneOptions } from '../core/demo-phone/options.ts';
import { UsageError } from './usage-error.ts';
import { demoOptions, demoUsage, readDemoOptions } from './demo-options.ts';
import { createNodeCanvas } from './node-canvas.ts';

const host = '127.0.0.1';
const defaultPort = 7555;

/** adb takes whatever listens on these ports for emulators, and names it so. */
const emulatorPorts = { first: 5555, last: 5585 };

const usage = `Usage: npm run demo-phone -- [options]

  --port N            TCP port on ${host} (${defaultPort})
${demoUsage}`;

interface Run {
  readonly port: number;
  readonly options: Omit<DemoPhoneOptions, 'canvas'>;
}

async function readArguments(argv: readonly string[]): Promise<Run> {
  const { port, ...values } = parse(argv);
  const options = await readDemoOptions(values);
  const usbFault = [...options.faults].find((name) => name.startsWith('usb-'));
  if (usbFault !== undefined) {
    throw new UsageError(`${usbFault} is a fault of the USB port; over TCP there is none.`);
  }
  return { port: portOf(port), options };
}

function parse(argv: readonly string[]) {
  const options = { ...demoOptions, port: { type: 'string', default: `${defaultPort}` } } as const;
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: false }).values;
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  }
}

function portOf(text: string): number {
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

/** One host on one TCP connection; a new one takes the phone over, as a cable would. */
function serve(phone: DemoPhone, socket: Socket): void {
  socket.setNoDelay(true);
  const link = phone.connect({
    send: (packet) => void socket.write(packet),
    closed: () => void socket.end(),
  });
  socket.on('data', (bytes) => {
    link.receive(bytes);
  });
  socket.on('close', () => {
    link.close();
  });
  // A host that breaks off is no fault of ours; `close` follows.
  socket.on('error', () => undefined);
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      reject(taken ? new UsageError(`Port ${port} is taken. Choose another with --port.`) : error);
    });
    server.listen(port, host, resolve);
  });
}

async function main(): Promise<void> {
  const { port, options } = await readArguments(process.argv.slice(2));
  const phone = await createDemoPhone({ ...options, canvas: createNodeCanvas() });
  const server = createServer((socket) => {
    serve(phone, socket);
  });
  await listen(server, port);
  console.log(`${phone.model} (Android ${options.android}) listens. Connect with:\n`);
  console.log(`  adb connect ${host}:${port}\n`);
  console.log(
    'adb may say "failed to authenticate" at first: the phone is asking whether to allow it.',
  );
  console.log('Ctrl-C ends it.');
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => process.exit(0));
}
try {
  await main();
} catch (error) {
  console.error(error instanceof UsageError ? error.message : error);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
