import { describe, expect, test } from 'vitest';
import { androidVersions, type AndroidVersion } from '../options.ts';
import { createPattern, createTestPhone, RawHost } from './testing/test-device.ts';

async function enter(android: AndroidVersion, features = '') {
  const { phone, device } = createTestPhone(android);
  const host = new RawHost(phone);
  await host.connectAndAuthorize(features);
  /** Opens a service without delayed acks and reads its whole output. */
  const openAndRead = async (service: string): Promise<string> => {
    host.send('open', [90, 0], service);
    let text = '';
    for (;;) {
      const packet = await host.next();
      if (packet.name === 'CLSE') {
        if (packet.arg0 !== 0) host.send('clse', [90, packet.arg0]);
        return packet.arg0 === 0 ? 'failed' : text;
      }
      if (packet.name !== 'WRTE') continue;
      text += packet.text;
      host.send('okay', [90, packet.arg0]);
    }
  };
  return { host, device, openAndRead };
}

/** Reads a stream to its end as text. */
async function readText(input: AsyncIterable<Uint8Array>): Promise<string> {
  let text = '';
  for await (const chunk of input) text += new TextDecoder().decode(chunk);
  return text;
}

describe.each(androidVersions)('Android %i: localabstract', (android) => {
  test('opens when a program listens, and only then', async () => {
    const { host, device, openAndRead } = await enter(android);
    expect(await openAndRead('localabstract:echo')).toBe('failed');
    const stop = device.localSockets.serve('echo', async (io) => {
      for await (const chunk of io.input) await io.output(chunk);
    });
    host.send('open', [7, 0], 'localabstract:echo\0');
    const { name, arg0: id } = await host.next();
    expect(name).toBe('OKAY');
    host.send('wrte', [7, id], 'hello');
    const answers = [await host.next(), await host.next()];
    expect(answers.map((packet) => packet.name).toSorted()).toEqual(['OKAY', 'WRTE']);
    expect(answers.find((packet) => packet.name === 'WRTE')?.text).toBe('hello');
    stop?.();
    expect(await openAndRead('localabstract:echo')).toBe('failed');
    expect(await openAndRead('localfilesystem:/data/echo')).toBe('failed');
  });

  test('what the host wrote before it closed is still read', async () => {
    const { host, device } = await enter(android);
    let inputText: Promise<string> | undefined;
    let release: () => void = () => undefined;
    const ready = new Promise<void>((resolve) => (release = resolve));
    device.localSockets.serve('late', async (io) => {
      await ready;
      await (inputText = readText(io.input));
    });
    host.send('open', [7, 0], 'localabstract:late');
    const { arg0: id } = await host.next();
    host.send('wrte', [7, id], 'one');
    host.send('wrte', [7, id], 'two');
    host.send('clse', [7, id]);
    await host.processPending();
    release();
    await host.processPending();
    expect(await inputText).toBe('onetwo');
  });

  test('the socket closes after the last byte of a program that ends', async () => {
    const { host, device } = await enter(android);
    const sent = createPattern(300_000);
    device.localSockets.serve('burst', (io) => io.output(sent));
    host.send('open', [7, 0], 'localabstract:burst');
    let received = 0;
    for (;;) {
      const packet = await host.next();
      if (packet.name === 'CLSE') break;
      received += packet.payload.length;
      if (packet.name === 'WRTE') host.send('okay', [7, packet.arg0]);
    }
    expect(received).toBe(sent.length);
  });
});

test('a program that does not read blocks the host', async () => {
  const { host, device } = await enter(11);
  device.localSockets.serve('deaf', () => new Promise(() => undefined));
  host.send('open', [7, 0], 'localabstract:deaf');
  const { arg0: id } = await host.next();
  for (let chunk = 0; chunk < 5; chunk++) host.send('wrte', [7, id], createPattern(65_536));
  await host.processPending();
  expect(host.received.length).toBeLessThan(5);
});
