/**
 * `npm run demo-phone`: serves the demo phone's adbd on TCP, for the real `adb connect` and for
 * programs that use adb. Exits on Ctrl-C.
 */
import { appendFileSync } from 'node:fs';
import { type Server, type Socket, createServer } from 'node:net';
import type { DemoPhone } from '#core/demo-phone/device.ts';
import { createDemoPhone } from '#core/demo-phone/demo-phone.ts';
import { createPlainH264 } from '#core/demo-phone/testing/plain-h264.ts';
import { demoPhoneHost, readDemoPhoneArguments, UsageError } from './demo-options.ts';
import { createNodeCanvas } from '#core/demo-phone/testing/node-canvas.ts';

/** Serves one of the hosts over its TCP connection. */
function servePhone(phone: DemoPhone, socket: Socket): void {
  socket.setNoDelay(true);
  const link = phone.connect({
    send: (packet) => void socket.write(packet),
    onLinkClosed: () => void socket.end(),
  });
  socket.on('data', (bytes) => {
    link.receive(bytes);
  });
  socket.on('close', () => {
    link.close();
  });
  // A reset by the host is not an error here; `close` follows.
  socket.on('error', () => undefined);
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const isInUse = error.code === 'EADDRINUSE';
      reject(
        isInUse ? new UsageError(`Port ${port} is taken. Choose another with --port.`) : error,
      );
    });
    server.listen(port, demoPhoneHost, resolve);
  });
}

async function main(): Promise<void> {
  const { port, touches, options } = await readDemoPhoneArguments(process.argv.slice(2));
  // Node has no video encoder.
  const video = createPlainH264();
  const phone = await createDemoPhone({
    ...options,
    canvas: createNodeCanvas(),
    video,
    ...(touches !== undefined && {
      onTouch: (event) => appendFileSync(touches, `${JSON.stringify(event)}\n`),
    }),
  });
  const server = createServer((socket) => {
    servePhone(phone, socket);
  });
  await listen(server, port);
  console.log(`${phone.model} (Android ${options.android}) listens. Connect with:\n`);
  console.log(`  adb connect ${demoPhoneHost}:${port}\n`);
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
