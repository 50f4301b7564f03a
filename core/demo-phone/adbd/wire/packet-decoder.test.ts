import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BadPacket, command, createPacketDecoder, encodePacket, type Packet } from './packet.ts';

const limits = { maxPayload: 1024, verifyChecksum: true };

function decode(...pieces: readonly Uint8Array[]): Packet[] {
  const packets: Packet[] = [];
  const push = createPacketDecoder(limits, (packet) => packets.push(packet));
  for (const piece of pieces) push(piece);
  return packets;
}

const okay: Packet = { command: command.okay, arg0: 1, arg1: 2, payload: new Uint8Array(0) };

test('a packet is a 24-byte header, then the payload', () => {
  const payload = Uint8Array.of(0xff, 2);
  const bytes = encodePacket(
    { command: command.wrte, arg0: 1, arg1: 2, payload },
    { checksum: true },
  );
  expect([...bytes]).toEqual([
    ...[0x57, 0x52, 0x54, 0x45, 1, 0, 0, 0, 2, 0, 0, 0],
    ...[2, 0, 0, 0, 0x01, 0x01, 0, 0, 0xa8, 0xad, 0xab, 0xba],
    ...[0xff, 2],
  ]);
});

test('a stream split anywhere gives the same packets', () => {
  const packet = fc.record({
    command: fc.constantFrom(...Object.values(command)),
    arg0: fc.nat(),
    arg1: fc.nat(),
    payload: fc.uint8Array({ maxLength: 300 }).map((bytes) => Uint8Array.from(bytes)),
  });
  fc.assert(
    fc.property(fc.array(packet), fc.infiniteStream(fc.nat(60)), (packets, cuts) => {
      const stream = packets.flatMap((each) => [...encodePacket(each, { checksum: true })]);
      const pieces: Uint8Array[] = [];
      while (stream.length > 0) {
        pieces.push(Uint8Array.from(stream.splice(0, 1 + Number(cuts.next().value))));
      }
      expect(decode(...pieces)).toEqual(packets);
    }),
  );
});

describe('what is not ADB is refused', () => {
  const broken = (change: (bytes: Uint8Array) => void): Uint8Array => {
    const bytes = encodePacket({ ...okay, payload: Uint8Array.of(7) }, { checksum: true });
    change(bytes);
    return bytes;
  };

  test.each([
    ['bad magic after 59414b4f', (bytes: Uint8Array) => bytes.fill(0, 20, 24)],
    ['a payload of 1025 bytes', (bytes: Uint8Array) => bytes.set([1, 4], 12)],
    ['bad checksum after 59414b4f', (bytes: Uint8Array) => bytes.set([8], 24)],
  ])('%s', (message, change) => {
    expect(() => decode(broken(change))).toThrow(new BadPacket(message));
  });
});

test('without verification a checksum may be anything', () => {
  const packets: Packet[] = [];
  const push = createPacketDecoder({ maxPayload: 8, verifyChecksum: false }, (packet) =>
    packets.push(packet),
  );
  push(encodePacket({ ...okay, payload: Uint8Array.of(7) }, { checksum: false }));
  expect(packets).toEqual([{ ...okay, payload: Uint8Array.of(7) }]);
});
