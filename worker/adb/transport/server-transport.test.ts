import { expect, test, vi } from 'vitest';
import { HandsetError } from '#core/errors.ts';
import { RelayStream } from '#core/relay/streams.ts';
import { type OpenStream, ServerTransport } from './server-transport.ts';

test('a socket that the server has ended rejects as an unplugged phone does', async () => {
  const streams: RelayStream[] = [];
  const openStream: OpenStream = ({ name }) => {
    const stream = new RelayStream(streams.length, () => undefined);
    streams.push(stream);
    if (name === 'adb-features') {
      stream.receive(new TextEncoder().encode('shell_v2,cmd'));
      stream.ranOut(null);
    }
    return Promise.resolve(stream);
  };
  const onEnded = vi.fn(() => Promise.resolve());
  const { signal } = new AbortController();
  const options = { openStream, gone: signal, onEnded };
  const phone = { serial: 'A1', transportId: 7, model: 'Pixel 8' };
  const transport = await ServerTransport.open(phone, options, signal);
  const socket = await transport.connect('sync:');
  const writer = socket.writable.getWriter();
  const reader = socket.readable.getReader();
  streams[1]?.ranOut(new HandsetError('phone-lost', 'The adb server refused: device offline'));
  // Tango leaves these rejections unhandled, and the worker must not take them for its own failure.
  await expect(writer.write(new Uint8Array(3))).rejects.toMatchObject({ name: 'NetworkError' });
  await expect(reader.read()).rejects.toMatchObject({
    name: 'NetworkError',
    message: 'The adb server refused: device offline',
  });
  expect(onEnded).toHaveBeenCalled();
});
