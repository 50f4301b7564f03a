import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import { z } from 'zod';
import { createPlainH264 } from '#core/demo-phone/testing/plain-h264.ts';
import type { RecordingStatus, VideoDownload } from '#core/link/live.ts';
import {
  createPhoneHarness,
  installFakeWebCodecs,
  neverAborts,
  type PhoneHarness,
  type PhoneHarnessOptions,
} from '../adb/testing/harness.ts';
import { pause } from '../waits/deadline.ts';
import type { RecordingFolder } from './recording-folder.ts';
import { ScreenRecorder } from './screen-recorder.ts';

useDrivenClock();

const claude = { agent: 'claude', id: 'claude 1' };
const user = { agent: 'you', id: 'you' };
const codex = { agent: 'codex', id: 'codex 1' };
let removeWebCodecs: () => void;
let harness: PhoneHarness | undefined;
let folder: string;
beforeEach(async () => {
  ({ remove: removeWebCodecs } = installFakeWebCodecs());
  folder = await mkdtemp(join(tmpdir(), 'recording-'));
});
afterEach(async () => {
  await harness?.connection.close();
  removeWebCodecs();
  await rm(folder, { recursive: true });
});

/** Files in memory; `room` is how many bytes fit until the disk is full. */
function memoryFolder(room = Infinity): RecordingFolder {
  return {
    createVideo: (onFull) => {
      let bytes = new Uint8Array();
      return Promise.resolve({
        write: (data, position) => {
          if (position + data.length > room) onFull();
          const grown = new Uint8Array(Math.max(bytes.length, position + data.length));
          grown.set(bytes);
          grown.set(data, position);
          bytes = grown;
        },
        close: () => Promise.resolve(new File([bytes], 'video')),
      });
    },
    close: () => undefined,
    remove: () => Promise.resolve(),
  };
}

interface RecorderHarnessOptions extends PhoneHarnessOptions {
  readonly room?: number;
  /** The live picture is shown already. */
  readonly isLive?: boolean;
}

const ignoreVideo = {
  onState: () => undefined,
  onFrame: ({ frame }: { frame: VideoFrame }) => frame.close(),
};

async function openRecorder(options: RecorderHarnessOptions = {}) {
  const opened = await createPhoneHarness({ video: createPlainH264(), ...options });
  harness = opened;
  const { phone } = opened;
  if (options.isLive === true) phone.video.start(ignoreVideo);
  const statuses: RecordingStatus[] = [];
  const recorder = new ScreenRecorder({
    userName: 'you',
    setRecording: (isRecording) => {
      if (options.isLive === true) return;
      if (isRecording) phone.video.start(ignoreVideo);
      else void phone.video.stop();
    },
    onStatus: (status) => statuses.push(status),
    createFolder: () => Promise.resolve(memoryFolder(options.room)),
  });
  const ended = async () => {
    const last = (): RecordingStatus | undefined => statuses.at(-1);
    await expect.poll(() => last()?.state, { timeout: 10_000 }).toBe('ended');
    const status = last();
    if (status?.state !== 'ended') throw new Error('unreachable');
    return status;
  };
  return { ...opened, recorder, statuses, ended, tool: recorder.recorderOf(phone) };
}

const hasFfprobe = spawnSync('ffprobe', ['-version']).status === 0;
const probed = z.object({
  packets: z.array(
    z.object({
      pts_time: z.coerce.number(),
      duration_time: z.coerce.number(),
      flags: z.string(),
    }),
  ),
  streams: z.tuple([
    z.object({ width: z.number(), height: z.number(), nb_read_frames: z.coerce.number() }),
  ]),
  format: z.object({ duration: z.coerce.number() }),
});

/** What ffprobe decodes of the video. Fails on any complaint of it. */
async function probe({ file }: Pick<VideoDownload, 'file'>) {
  const path = join(folder, 'video.mp4');
  // Core declares only the part of File that it uses.
  await writeFile(path, new Uint8Array(await (file as Blob).arrayBuffer()));
  const shown = ['-show_packets', '-show_streams', '-show_format', '-count_frames'];
  const args = ['-v', 'warning', '-of', 'json', ...shown, path];
  const { stdout, stderr } = spawnSync('ffprobe', args, { encoding: 'utf8', maxBuffer: 1 << 26 });
  expect(stderr).toBe('');
  return probed.parse(JSON.parse(stdout));
}

function expectIncreasing(times: readonly number[]): void {
  expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
}

describe('a recording', () => {
  it.skipIf(!hasFfprobe)(
    'is a video with increasing times that holds its last frame until the end (needs ffprobe)',
    async () => {
      const { recorder, phone, world, ended } = await openRecorder();
      await recorder.startForUser(phone, neverAborts);
      const startMs = performance.now();
      world.startActivity('com.android.settings/.Settings');
      // The phone sends a still screen for a second, then nothing.
      await pause(3_000, neverAborts);
      const elapsedMs = performance.now() - startMs;
      await recorder.stop();
      const { videos, endReason } = await ended();
      const [video] = videos;
      expect([videos.length, endReason]).toEqual([1, null]);
      if (video === undefined) throw new Error('unreachable');
      const { packets, streams, format } = await probe(video);
      expect(streams[0]).toEqual({ ...video.size, nb_read_frames: packets.length });
      expect(packets[0]?.pts_time).toBe(0);
      expect(packets[0]?.flags).toMatch(/^K/);
      expectIncreasing(packets.map(({ pts_time }) => pts_time));
      // Without the hold it would end with the last frame, about a second after the start.
      expect(format.duration * 1000).toBeGreaterThan(elapsedMs - 500);
      expect(format.duration * 1000).toBeLessThan(elapsedMs + 5_000);
      expect(Math.abs(format.duration * 1000 - video.durationMs)).toBeLessThan(5);
    },
  );

  it('of a live picture that is still begins at a key frame that it asks the phone for', async () => {
    const { recorder, phone, ended } = await openRecorder({ isLive: true });
    await expect.poll(() => phone.video.undecodedSinceMs, { timeout: 10_000 }).toBeNull();
    await pause(2_000, neverAborts);
    // The phone sends nothing more by itself: without the request the start is given up after 10 s.
    await recorder.startForUser(phone, neverAborts);
    await recorder.stop();
    const { videos } = await ended();
    const [video] = videos;
    expect(videos).toHaveLength(1);
    if (!hasFfprobe || video === undefined) return;
    expect((await probe(video)).packets[0]?.flags).toMatch(/^K/);
  });

  it('begins a new file when the screen turns', async () => {
    const { recorder, phone, world, statuses, ended } = await openRecorder();
    await recorder.startForUser(phone, neverAborts);
    const bytes = (): number => {
      const status = statuses.at(-1);
      return status?.state === 'recording' ? status.bytes : 0;
    };
    const before = bytes();
    world.rotation = 1;
    // This encoder does not compress: a key frame has more than a megabyte.
    await expect.poll(bytes, { timeout: 30_000 }).toBeGreaterThan(before + 1_000_000);
    await recorder.stop();
    const { videos } = await ended();
    const [upright, turned] = videos;
    expect(videos.map(({ size }) => size)).toEqual([
      { width: 720, height: 1600 },
      { width: 1600, height: 720 },
    ]);
    expect(turned?.fileName).toBe(upright?.fileName.replace('.mp4', ' (2).mp4'));
    if (!hasFfprobe || upright === undefined || turned === undefined) return;
    for (const video of videos) {
      const { streams, packets } = await probe(video);
      expect(streams[0]).toEqual({ ...video.size, nb_read_frames: packets.length });
    }
  });

  it('ends with a complete video when the disk is full, when the phone is lost and when its time is over', async () => {
    const full = await openRecorder({ room: 2_500_000 });
    await full.recorder.startForUser(full.phone, neverAborts);
    full.world.startActivity('com.android.settings/.Settings');
    await pause(500, neverAborts);
    for (let i = 0; i < 4; i++) {
      full.world.pressKey(3);
      await pause(300, neverAborts);
    }
    const result = await full.ended();
    expect(result.endReason).toBe("The recording ended early: the browser's storage is full.");
    expect(result.videos).toHaveLength(1);
    await full.connection.close();

    const lost = await openRecorder();
    await lost.recorder.startForUser(lost.phone, neverAborts);
    lost.usb.unplug();
    const { videos, endReason } = await lost.ended();
    expect(videos).toHaveLength(1);
    expect(endReason).toMatch(/disconnected|unplugged|lost/);

    const timed = await openRecorder();
    await timed.tool.start(claude, 1_000, neverAborts);
    expect((await timed.ended()).endReason).toBe('The recording reached its limit of 1 s.');
    const finished = await timed.tool.stop(claude, neverAborts);
    // Less than the limit: it begins with the first frame, which a busy machine has late.
    expect(finished.videos[0]?.durationMs).toBeGreaterThan(300);
    await expect(timed.tool.stop(claude, neverAborts)).rejects.toMatchObject({
      code: 'invalid-argument',
    });
  });

  it('of the user is left alone by tools; one of a tool ends when the user pauses agents', async () => {
    const { recorder, phone, tool, ended, statuses } = await openRecorder();
    await recorder.startForUser(phone, neverAborts);
    await expect(tool.stop(claude, neverAborts)).rejects.toThrow(
      'The user is recording the screen.',
    );
    await expect(tool.start(claude, 9_000, neverAborts)).rejects.toThrow('The user is recording');
    recorder.endAgentRecording('The user has paused agents.');
    expect(statuses.at(-1)?.state).toBe('recording');
    await recorder.stop();
    await ended();
    await tool.start(user, 9_000, neverAborts);
    await expect(tool.stop(claude, neverAborts)).rejects.toThrow('The user is recording');
    recorder.endAgentRecording('The user has paused agents.');
    expect(await tool.stop(user, neverAborts)).toMatchObject({ endReason: null });
    await tool.start(claude, 9_000, neverAborts);
    const others = 'The screen is being recorded for claude.';
    await expect(tool.start(codex, 9_000, neverAborts)).rejects.toThrow(others);
    await expect(tool.stop(codex, neverAborts)).rejects.toThrow(others);
    await expect(tool.stop({ ...claude, id: 'claude 2' }, neverAborts)).rejects.toThrow(
      'The screen is being recorded for another client named claude.',
    );
    await expect(tool.start(claude, 9_000, neverAborts)).rejects.toThrow('already');
    recorder.endAgentRecording('The user has paused agents.');
    expect((await ended()).endReason).toBe('The user has paused agents.');
    expect((await tool.stop(claude, neverAborts)).endReason).toBe('The user has paused agents.');
  });

  it('says why it can not begin, and can be begun again', async () => {
    const { recorder, phone, world, statuses, ended } = await openRecorder();
    const cancelled = new AbortController();
    const starting = recorder.startForUser(phone, cancelled.signal);
    cancelled.abort();
    await expect(starting).rejects.toMatchObject({ code: 'cancelled' });
    expect(statuses.at(-1)).toEqual({ state: 'off' });
    const stopped = recorder.startForUser(phone, neverAborts);
    await recorder.stop();
    await expect(stopped).rejects.toMatchObject({ code: 'cancelled' });
    await recorder.startForUser(phone, neverAborts);
    await recorder.stop();
    await ended();
    expect(world.displayOn).toBe(true);

    const without = await openRecorder({ faults: ['no-video'] });
    await expect(without.recorder.startForUser(without.phone, neverAborts)).rejects.toThrow(
      /^The screen can't be recorded: /,
    );
    expect(without.statuses.at(-1)).toEqual({ state: 'off' });
  });
});
