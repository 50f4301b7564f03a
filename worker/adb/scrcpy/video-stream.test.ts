import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import type { VideoEncoderFactory } from '#core/demo-phone/canvas-and-video.ts';
import { createPlainH264 } from '#core/demo-phone/testing/plain-h264.ts';
import {
  createPhoneHarness,
  installFakeWebCodecs,
  neverAborts,
  type DecoderBehavior,
  type PhoneHarness,
  type PhoneHarnessOptions,
} from '../testing/harness.ts';
import { pause } from '../../waits/deadline.ts';
import type { VideoListener, VideoState } from './video-stream.ts';

useDrivenClock();

let behavior: DecoderBehavior;
let removeWebCodecs: () => void;
let harness: PhoneHarness | undefined;
beforeEach(() => {
  ({ behavior, remove: removeWebCodecs } = installFakeWebCodecs());
});
afterEach(async () => {
  await harness?.connection.close();
  removeWebCodecs();
});

/** Counts the open encoders: each stands for a server that runs on the phone. */
class CountingEncoders implements VideoEncoderFactory {
  readonly #real = createPlainH264();
  running = 0;
  maxRunning = 0;
  /** How long each frame waits before it is encoded. */
  delayMs = 0;

  codecs(): ReturnType<VideoEncoderFactory['codecs']> {
    return this.#real.codecs();
  }

  createStreamEncoder(
    ...args: Parameters<VideoEncoderFactory['createStreamEncoder']>
  ): ReturnType<VideoEncoderFactory['createStreamEncoder']> {
    const encoding = this.#real.createStreamEncoder(...args);
    this.maxRunning = Math.max(this.maxRunning, ++this.running);
    let isOpen = true;
    return {
      queueSize: 0,
      encode: (canvas, options) => {
        if (this.delayMs === 0) return encoding.encode(canvas, options);
        setTimeout(() => isOpen && encoding.encode(canvas, options), this.delayMs);
      },
      close: () => {
        isOpen = false;
        this.running--;
        encoding.close();
      },
    };
  }
}

async function createStreamHarness(options: PhoneHarnessOptions = {}) {
  const encoders = new CountingEncoders();
  harness = await createPhoneHarness({ video: encoders, ...options });
  const states: VideoState['state'][] = [];
  let frames = 0;
  const errors: string[] = [];
  const listener: VideoListener = {
    onState: (videoState) => {
      states.push(videoState.state);
      if (videoState.state === 'failed') errors.push(videoState.error.message);
    },
    onFrame: ({ frame }) => {
      frames++;
      frame.close();
    },
  };
  const last = (): string | undefined => states.at(-1);
  return { ...harness, encoders, states, errors, listener, last, frames: () => frames };
}

describe('VideoStream', () => {
  it('leaves nothing running on the phone, however fast it is switched on and off', async () => {
    const { phone, encoders, listener, last } = await createStreamHarness();
    for (let i = 0; i < 50; i++) {
      phone.video.start(listener);
      if (i % 5 === 0) await pause(i * 4, neverAborts);
      if (i % 2 === 0) void phone.video.stop();
    }
    phone.video.start(listener);
    await expect.poll(last).toBe('streaming');
    expect([encoders.running, encoders.maxRunning]).toEqual([1, 1]);
    await phone.video.stop();
    await expect.poll(() => encoders.running).toBe(0);
  });

  it.each([0, 40, 400])('ends when unplugged %i ms after its start', async (afterMs) => {
    const { phone, usb, encoders, listener, states } = await createStreamHarness();
    phone.video.start(listener);
    await pause(afterMs, neverAborts);
    usb.unplug();
    await phone.video.stop();
    await expect.poll(() => encoders.running).toBe(0);
    expect(states).not.toContain('failed');
  });

  it('names every codec that the phone has no encoder for', async () => {
    const support = vi.spyOn(VideoDecoder, 'isConfigSupported');
    support.mockImplementation((config) => Promise.resolve({ supported: true, config }));
    const none = {
      codecs: () => Promise.resolve([]),
      createStreamEncoder: () => expect.fail('Not offered'),
    };
    const { phone, listener, last, errors } = await createStreamHarness({ video: none });
    phone.video.start(listener);
    await expect.poll(last).toBe('failed');
    expect(errors).toEqual(['The phone has no encoder for h264, av1 or h265 video.']);
    support.mockRestore();
  });

  it('is not up to date as long as the decoder keeps a frame back', async () => {
    const { phone, world, listener, last, frames } = await createStreamHarness();
    behavior.heldBackFrames = 1;
    phone.video.start(listener);
    await expect.poll(last).toBe('streaming');
    // The phone repeats a frame ten times within a second.
    await expect.poll(frames).toBeGreaterThan(9);
    const since = phone.video.undecodedSinceMs ?? Infinity;
    expect(since).toBeLessThan(performance.now());
    await pause(1_100, neverAborts);
    expect(phone.video.undecodedSinceMs).not.toBeNull();
    behavior.heldBackFrames = 0;
    world.startActivity('com.android.settings/.Settings');
    await expect.poll(() => phone.video.undecodedSinceMs).toBeNull();
  });

  it('knows how late frames come', async () => {
    const { phone, world, encoders, listener, last } = await createStreamHarness();
    phone.video.start(listener);
    await expect.poll(last).toBe('streaming');
    expect(phone.video.lateMs).toBeLessThan(100);
    encoders.delayMs = 500;
    world.startActivity('com.android.settings/.Settings');
    await expect.poll(() => phone.video.lateMs).toBeGreaterThan(400);
  });

  it('is up to date again after a frame that the decoder dropped', async () => {
    const { phone, listener, last } = await createStreamHarness();
    phone.video.start(listener);
    await expect.poll(last).toBe('streaming');
    behavior.dropNext = true;
    await expect.poll(() => behavior.dropNext).toBe(false);
    await expect.poll(() => phone.video.undecodedSinceMs).toBeNull();
  });
});
