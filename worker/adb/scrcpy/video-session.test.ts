import { ReadableStream } from '@yume-chan/stream-extra';
import { afterEach, describe, expect, it } from 'vitest';
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import {
  type PhoneHarness,
  type PhoneHarnessOptions,
  neverAborts,
  createPhoneHarness,
  fakeServerLoader,
} from '../testing/harness.ts';
import { codecInfo, type VideoCodec } from './video-codecs.ts';
import { NoEncoderError, readVideo, VideoSession } from './video-session.ts';
import type { VideoState } from './video-stream.ts';

useDrivenClock();

let harness: PhoneHarness | undefined;
afterEach(() => harness?.connection.close());

async function open(options: PhoneHarnessOptions = {}): Promise<PhoneHarness> {
  harness = await createPhoneHarness(options);
  return harness;
}

/** The start of the server's stream: the codec and the size. */
function streamHeader(codec: VideoCodec): Uint8Array {
  const bytes = new Uint8Array(12);
  const view = new DataView(bytes.buffer);
  [codecInfo[codec].id, 720, 1600].forEach((value, i) => view.setUint32(4 * i, value));
  return bytes;
}

/** A packet in the server's format: flags and time, length, data. */
function packet(flagsAndPts: bigint, data: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(12 + data.length);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0, flagsAndPts);
  view.setUint32(8, data.length);
  bytes.set(data, 12);
  return bytes;
}

/** All bytes in chunks of this length, as USB may deliver them. */
function chunksOf(parts: readonly Uint8Array[], length: number): ReadableStream<Uint8Array> {
  const all = parts.flatMap((part) => [...part]);
  const count = Math.ceil(all.length / length);
  const cut = Array.from({ length: count }, (_, i) =>
    Uint8Array.from(all.slice(i * length, (i + 1) * length)),
  );
  return ReadableStream.from(cut);
}

const isConfiguration = 1n << 63n;
const isKeyframe = 1n << 62n;

describe('readVideo', () => {
  it.each([1, 7, 4096])('reads packets that come in pieces of %i bytes', async (length) => {
    const sent = [
      streamHeader('h264'),
      packet(isConfiguration, [0, 0, 0, 1, 0x67]),
      packet(isKeyframe | 1_000n, [1, 2, 3]),
      packet(17_667n, []),
      packet(34_333n, [4]),
    ];
    const packets = [];
    for await (const received of await readVideo(chunksOf(sent, length), 'h264')) {
      packets.push({ ...received, data: [...received.data] });
    }
    expect(packets).toEqual([
      { type: 'configuration', data: [0, 0, 0, 1, 0x67] },
      { type: 'data', keyframe: true, pts: 1_000n, data: [1, 2, 3] },
      { type: 'data', keyframe: false, pts: 17_667n, data: [] },
      { type: 'data', keyframe: false, pts: 34_333n, data: [4] },
    ]);
  });
  it('rejects a codec other than the requested one', async () => {
    await expect(readVideo(chunksOf([streamHeader('av1')], 64), 'h264')).rejects.toMatchObject({
      code: 'protocol',
      message: 'Handset asked for h264 video, but the phone sent 0x617631.',
    });
  });
  it('rejects when the stream ends too early', async () => {
    await expect(
      readVideo(chunksOf([streamHeader('h264').slice(0, 5)], 64), 'h264'),
    ).rejects.toThrow();
  });
});

describe('starting', () => {
  it.each(['h264', 'av1', 'h265'] as const)(
    "quotes the phone's log when it has no encoder for %s",
    async (codec) => {
      // Node has no VideoEncoder, so the demo phone has none.
      const { connection } = await open();
      const jar = await fakeServerLoader(neverAborts);
      const starting = VideoSession.start(connection, { jar, codec, maxSize: 1600 }, neverAborts);
      await expect(starting).rejects.toBeInstanceOf(NoEncoderError);
      await expect(starting).rejects.toMatchObject({
        code: 'unsupported',
        message: `The phone has no encoder for ${codec} video (Could not create default video encoder for ${codec}).`,
      });
    },
  );
  it('reports why the server does not start', async () => {
    const { connection } = await open({ faults: ['no-scrcpy'] });
    const starting = VideoSession.start(
      connection,
      { jar: await fakeServerLoader(neverAborts), codec: 'h264', maxSize: 1600 },
      neverAborts,
    );
    await expect(starting).rejects.toMatchObject({
      code: 'unsupported',
      message: "The scrcpy server doesn't start on this phone: Killed.",
    });
  });
  it('runs beside the input server without disturbing it', async () => {
    const { phone, connection } = await open();
    const jar = await fakeServerLoader(neverAborts);
    const starts = [1, 2, 3].map(() =>
      VideoSession.start(connection, { jar, codec: 'h264', maxSize: 1600 }, neverAborts).catch(
        () => undefined,
      ),
    );
    await Promise.all([...starts, phone.pressKey('HOME', neverAborts)]);
    expect(phone.inputStatus).toEqual({ backend: 'scrcpy', scrcpyProblem: null });
  });
  it('ends when it is cancelled, and when the phone is lost', async () => {
    const { connection, usb } = await open({ faults: ['slow'] });
    const jar = await fakeServerLoader(neverAborts);
    const abort = new AbortController();
    const cancelledStart = VideoSession.start(
      connection,
      { jar, codec: 'h264', maxSize: 1600 },
      abort.signal,
    );
    setTimeout(() => abort.abort(), 20);
    await expect(cancelledStart).rejects.toMatchObject({ code: 'cancelled' });
    const starting = VideoSession.start(
      connection,
      { jar, codec: 'h264', maxSize: 1600 },
      neverAborts,
    );
    setTimeout(() => usb.unplug(), 20);
    await expect(starting).rejects.toMatchObject({ code: 'phone-lost' });
  });
});

describe('VideoStream', () => {
  it('reports that this runtime has no decoder, and that screenshots replace the video', async () => {
    const { phone } = await open();
    const states: VideoState[] = [];
    phone.video.start({ onState: (state) => states.push(state), onFrame: () => undefined });
    await expect.poll(() => states).toHaveLength(2);
    expect(states).toMatchObject([
      { state: 'starting' },
      {
        state: 'failed',
        error: { code: 'unsupported', message: "This browser can't decode video (WebCodecs)." },
      },
    ]);
    await phone.video.stop();
    expect(states).toHaveLength(2);
  });
});
