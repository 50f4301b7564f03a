import { beforeAll, describe, expect, test } from 'vitest';
import { androidVersions } from '../options.ts';
import { createTestPhone, RawHost } from './testing/test-device.ts';
import { checksumOf, createPacketDecoder } from './wire/packet.ts';
import { parsePublicKey, verifyToken } from './adbd.ts';

const features11 =
  'shell_v2,cmd,stat_v2,ls_v2,fixed_push_mkdir,abb,fixed_push_symlink_timestamp,abb_exec,sendrecv_v2';

test.each([
  [8, 0x0100_0000, 262_144, 'cmd,stat_v2,shell_v2'],
  [11, 0x0100_0001, 1_048_576, features11],
  [14, 0x0100_0001, 1_048_576, `${features11},delayed_ack`],
  [16, 0x0100_0001, 1_048_576, `${features11},delayed_ack`],
] as const)(
  'Android %i sends its version and features in CNXN',
  async (android, version, maxPayload, features) => {
    const host = new RawHost(createTestPhone(android).phone);
    expect(await host.connectAndAuthorize()).toMatchObject({
      name: 'CNXN',
      arg0: version,
      arg1: maxPayload,
      text: `device::ro.product.name=test;ro.product.model=Test Phone;ro.product.device=testdev;features=${features}`,
    });
  },
);

describe('checksums', () => {
  const checksums = async (android: 8 | 14, hostVersion: number) => {
    const sent: Uint8Array[] = [];
    const { phone } = createTestPhone(android);
    const host = new RawHost({
      ...phone,
      connect: (to) =>
        phone.connect({ ...to, send: (bytes) => to.send((sent.push(bytes), bytes)) }),
    });
    await host.connectAndAuthorize('', hostVersion);
    return sent.map((bytes) => {
      const sentChecksum = new DataView(bytes.buffer).getUint32(16, true);
      return sentChecksum === checksumOf(bytes.subarray(24)) ? 'right' : `${sentChecksum}`;
    });
  };

  test('are written when one side is old', async () => {
    expect(await checksums(8, 0x0100_0001)).toEqual(['right', 'right']);
    expect(await checksums(14, 0x0100_0000)).toEqual(['right', 'right']);
  });

  test('are left out when both sides are new', async () => {
    expect(await checksums(14, 0x0100_0001)).toEqual(['0', '0']);
  });

  test.each([
    [8, true],
    [14, false],
  ] as const)('wrong: Android %i ends the link: %s', async (android, ended) => {
    const host = new RawHost(createTestPhone(android).phone);
    const packet = new Uint8Array(25);
    packet.set(new TextEncoder().encode('CNXN'));
    packet.set([1, 0, 0, 0, 9, 0, 0, 0, 0xbc, 0xb1, 0xa7, 0xb1, 0x68], 12);
    host.link.receive(packet);
    await host.processPending();
    expect(host.ended).toBe(ended);
    expect(host.received).toHaveLength(ended ? 0 : 1);
  });
});

describe('authorisation', () => {
  test('nothing is served before it', async () => {
    const host = new RawHost(createTestPhone(14).phone);
    host.send('open', [1, 0], 'shell:echo in');
    host.send('cnxn', [0x0100_0001, 4096], 'host::');
    host.send('open', [1, 0], 'shell:echo in');
    expect(await host.next()).toMatchObject({ name: 'AUTH', arg0: 1, arg1: 0 });
    await host.processPending();
    expect(host.received).toEqual([]);
  });

  test('each token is new and 20 bytes long, and a wrong signature gets another one', async () => {
    const host = new RawHost(createTestPhone(14).phone);
    host.send('cnxn', [0x0100_0001, 4096], 'host::');
    const first = await host.next();
    host.send('auth', [2, 0], new Uint8Array(256).fill(1));
    const second = await host.next();
    expect([first.payload.length, second.payload.length]).toEqual([20, 20]);
    expect(first.payload).not.toEqual(second.payload);
  });

  test('an invalid key does not open the dialog', async () => {
    const { phone, device } = createTestPhone(14);
    const host = new RawHost(phone);
    host.send('cnxn', [0x0100_0001, 4096], 'host::');
    await host.next();
    host.send('auth', [3, 0], 'nonsense\0');
    expect(await host.next()).toMatchObject({ name: 'AUTH', arg0: 1 });
    expect(device.dialogFingerprints).toEqual([]);
  });
});

describe.each(androidVersions)('Android %i: sockets', (android) => {
  test('one WRTE is sent for each OKAY', async () => {
    const host = new RawHost(createTestPhone(android).phone);
    await host.connectAndAuthorize();
    host.send('open', [7, 0], 'exec:bytes 200000\0');
    const { arg0: id } = await host.next();
    for (const length of [65_536, 65_536, 65_536, 3392]) {
      expect(await host.next()).toMatchObject({ name: 'WRTE', arg0: id, payload: { length } });
      await host.processPending();
      expect(host.received).toEqual([]);
      host.send('okay', [7, id]);
    }
    expect(await host.next()).toMatchObject({ name: 'CLSE', arg0: id, arg1: 7 });
  });

  test("no WRTE is larger than the host's limit", async () => {
    const host = new RawHost(createTestPhone(android).phone);
    await host.connectAndAuthorize('', 0x0100_0000, 4096);
    host.send('open', [7, 0], 'exec:bytes 5000\0');
    const { arg0: id } = await host.next();
    expect(await host.next()).toMatchObject({ name: 'WRTE', payload: { length: 4096 } });
    host.send('okay', [7, id]);
    expect(await host.next()).toMatchObject({ name: 'WRTE', payload: { length: 904 } });
  });

  test('a new CNXN ends every socket without CLSE', async () => {
    const { phone, device } = createTestPhone(android);
    const host = new RawHost(phone);
    await host.connectAndAuthorize();
    host.send('open', [7, 0], 'shell:wait');
    const { arg0: id } = await host.next();
    host.send('cnxn', [0x0100_0001, 4096], 'host::');
    expect(await host.next()).toMatchObject({ name: 'AUTH' });
    expect(device.abortedCommands).toEqual(['wait']);
    host.send('okay', [7, id]);
    await host.processPending();
    expect(host.received).toEqual([]);
  });

  test('an OPEN that fails is answered by CLSE with local id 0', async () => {
    const host = new RawHost(createTestPhone(android).phone);
    await host.connectAndAuthorize();
    for (const service of ['jdwp:1', 'tcp:80', '', 'shell', 'sync']) {
      host.send('open', [7, 0], service);
      expect(await host.next()).toMatchObject({ name: 'CLSE', arg0: 0, arg1: 7 });
    }
  });

  test('an OKAY for a socket that is gone is answered by CLSE', async () => {
    const host = new RawHost(createTestPhone(android).phone);
    await host.connectAndAuthorize();
    host.send('okay', [7, 99]);
    expect(await host.next()).toMatchObject({ name: 'CLSE', arg0: 99, arg1: 7 });
  });
});

describe('delayed acks', () => {
  const enter = async () => {
    const phone = createTestPhone(14);
    const host = new RawHost(phone.phone);
    await host.connectAndAuthorize('shell_v2,delayed_ack');
    return { host, device: phone.device };
  };
  const bytes = (count: number): Uint8Array =>
    Uint8Array.of(count & 255, count >> 8, count >> 16, 0);

  test("the phone sends until the host's window is used up, and continues when the host acknowledges bytes", async () => {
    const { host } = await enter();
    host.send('open', [7, 100_000], 'exec:flood');
    const opened = await host.next();
    expect(opened).toMatchObject({ name: 'OKAY', payload: Uint8Array.of(0, 0, 0, 2) });
    await host.processPending();
    // The last packet may exceed the window: adbd only checks whether anything is left of it.
    expect(host.received.map(({ payload }) => payload.length)).toEqual([65_536, 65_536]);
    host.send('okay', [7, opened.arg0], bytes(31_072));
    await host.processPending();
    expect(host.received).toHaveLength(2);
    host.send('okay', [7, opened.arg0], bytes(1));
    await host.processPending();
    expect(host.received).toHaveLength(3);
  });

  test('the phone acknowledges the bytes that its program has read', async () => {
    const { host } = await enter();
    host.send('open', [7, 1_000_000], 'exec:cat');
    const { arg0: id } = await host.next();
    host.send('wrte', [7, id], 'hello');
    expect(await host.next()).toMatchObject({ name: 'OKAY', payload: Uint8Array.of(5, 0, 0, 0) });
    expect(await host.next()).toMatchObject({ name: 'WRTE', text: 'hello' });
  });

  test('an OPEN without a window fails, and so does one with a window when delayed acks are off', async () => {
    const { host } = await enter();
    host.send('open', [7, 0], 'shell:echo');
    expect(await host.next()).toMatchObject({ name: 'CLSE', arg0: 0, arg1: 7 });
    const old = new RawHost(createTestPhone(11).phone);
    await old.connectAndAuthorize('delayed_ack');
    old.send('open', [7, 1000], 'shell:echo');
    expect(await old.next()).toMatchObject({ name: 'CLSE', arg0: 0, arg1: 7 });
  });
});

describe('services', () => {
  const openAndRead = async (service: string, android: 8 | 14 = 14): Promise<string> => {
    const host = new RawHost(createTestPhone(android).phone);
    await host.connectAndAuthorize();
    host.send('open', [7, 0], service);
    let text = '';
    for (;;) {
      const packet = await host.next();
      if (packet.name === 'CLSE') return packet.arg0 === 0 ? 'failed' : text;
      if (packet.name !== 'WRTE') continue;
      text += packet.text;
      host.send('okay', [7, packet.arg0]);
    }
  };

  test('the old shell is plain: streams merged, lines as they are', async () => {
    expect(await openAndRead('shell:fail')).toBe('out\nerr\n');
  });

  test('a requested terminal ends lines with CR LF', async () => {
    expect(await openAndRead('shell,pty:fail')).toBe('out\r\nerr\r\n');
  });

  test('abb_exec is a cmd call, on phones that have it', async () => {
    expect(await openAndRead("abb_exec:a\0it's")).toBe(
      '/system/bin/sh: cmd: inaccessible or not found\n',
    );
    expect(await openAndRead('abb_exec:a', 8)).toBe('failed');
  });

  test('reboot ends the link from the phone', async () => {
    const host = new RawHost(createTestPhone(14).phone);
    await host.connectAndAuthorize();
    host.send('open', [7, 0], 'reboot:');
    await host.processPending();
    expect(host.ended).toBe(true);
  });
});

test('a second host does not disturb the first; a reboot ends both links', async () => {
  const { device, phone } = createTestPhone(14);
  const first = new RawHost(phone);
  await first.connectAndAuthorize();
  first.send('open', [7, 0], 'exec:wait');
  await first.processPending();
  const second = new RawHost(phone);
  await second.connectAndAuthorize();
  // A connection that only says hello, as `adb connect` does again and again.
  new RawHost(phone).link.close();
  expect(first.ended).toBe(false);
  expect(device.abortedCommands).toEqual([]);
  expect((await first.next()).name).toBe('OKAY');
  second.send('open', [7, 0], 'reboot:');
  await second.processPending();
  expect([first.ended, second.ended]).toEqual([true, true]);
});

test('each call of `send` carries one whole packet', async () => {
  const { phone } = createTestPhone(14);
  let calls = 0;
  let packets = 0;
  const count = createPacketDecoder(
    { maxPayload: 2 ** 20, verifyChecksum: false },
    () => packets++,
  );
  const host = new RawHost({
    ...phone,
    connect: (to) =>
      phone.connect({
        ...to,
        send: (bytes) => {
          calls++;
          count(bytes);
          expect(packets).toBe(calls);
          to.send(bytes);
        },
      }),
  });
  await host.connectAndAuthorize('delayed_ack');
  host.send('open', [7, 1_000_000], 'exec:bytes 300000');
  await host.processPending();
  expect(calls).toBeGreaterThan(6);
});

const algorithm = {
  name: 'RSASSA-PKCS1-v1_5',
  modulusLength: 2048,
  publicExponent: Uint8Array.of(1, 0, 1),
  hash: 'SHA-1',
};

let line = '';
let token = new Uint8Array(0);
let signature = new Uint8Array(0);

beforeAll(async () => {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(algorithm, true, [
    'sign',
    'verify',
  ]);
  const { n = '' } = await crypto.subtle.exportKey('jwk', publicKey);
  const message = Uint8Array.of(1, 2, 3);
  line = `${androidKey(Buffer.from(n, 'base64url'))} me@host`;
  token = new Uint8Array(await crypto.subtle.digest('SHA-1', message));
  signature = new Uint8Array(await crypto.subtle.sign(algorithm.name, privateKey, message));
});

/** base64 of RSAPublicKey; n0inv and R squared stay 0, because Android reads neither. */
function androidKey(modulus: Uint8Array): string {
  const bytes = new Uint8Array(524);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 64, true);
  bytes.set(modulus.toReversed(), 8);
  view.setUint32(520, 65_537, true);
  return Buffer.from(bytes).toString('base64');
}

function key() {
  const parsed = parsePublicKey(line);
  if (parsed === undefined) throw new Error('not a key');
  return parsed;
}

test("the platform's own signature is accepted", () => {
  expect(verifyToken(key(), token, signature)).toBe(true);
});

describe('anything else is not', () => {
  test('another token', () => {
    expect(verifyToken(key(), token.with(0, (token[0] ?? 0) ^ 1), signature)).toBe(false);
  });

  test('a signature with one bit changed, or of another length', () => {
    expect(verifyToken(key(), token, signature.with(255, (signature[255] ?? 0) ^ 1))).toBe(false);
    expect(verifyToken(key(), token, signature.subarray(1))).toBe(false);
    expect(verifyToken(key(), token, new Uint8Array(256))).toBe(false);
    expect(verifyToken(key(), token, new Uint8Array(256).fill(0xff))).toBe(false);
  });
});

test.each(['', 'not base64!', 'QUJD', `${'A'.repeat(699)}=`])('%j is no key', (text) => {
  expect(parsePublicKey(text)).toBeUndefined();
});
