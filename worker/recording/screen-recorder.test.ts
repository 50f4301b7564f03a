import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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

async function openRecorder(options: PhoneHarnessOptions & { readonly room?: number } = {}) {
  const opened = await createPhoneHarness({ video: createPlainH264(), ...options });
  harness = opened;
  const { phone } = opened;
  const statuses: RecordingStatus[] = [];
  const recorder = new ScreenRecorder({
    setRecording: (isRecording) => {
      const ignore = {
        onState: () => undefined,
        onFrame: ({ frame }: { frame: VideoFrame }) => frame.close(),
      };
      if (isRecording) phone.video.start(ignore);
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
  frames: z.array(
    z.object({
      pts_time: z.coerce.number(),
      duration_time: z.coerce.number(),
      key_frame: z.number(),
      width: z.number(),
      height: z.number(),
    }),
  ),
  format: z.object({ duration: z.coerce.number() }),
});

/** What ffprobe decodes of the video. Fails on any complaint of it. */
async function probe({ file }: Pick<VideoDownload, 'file'>) {
  const path = join(folder, 'video.mp4');
  // Core declares only the part of File that it uses.
  await writeFile(path, new Uint8Array(await (file as Blob).arrayBuffer()));
  const args = ['-v', 'warning', '-of', 'json', '-show_frames', '-show_format', path];
  const { stdout, stderr } = spawnSync('ffprobe', args, { encoding: 'utf8', maxBuffer: 1 << 26 });
  expect(stderr).toBe('');
  return probed.parse(JSON.parse(stdout));
}

describe('a recording', () => {
  it.skipIf(!hasFfprobe)(
    'is a video with increasing times that holds its last frame until the end (needs ffprobe)',
    async () => {
      const { recorder, phone, world, ended } = await openRecorder();
      await recorder.startForUser(phone, neverAborts);
      world.startActivity('com.android.settings/.Settings');
      // The phone sends a still screen for a second, then nothing.
      await pause(3_000, neverAborts);
      await recorder.stop();
      const { videos, endReason } = await ended();
      const [video] = videos;
      expect([videos.length, endReason]).toEqual([1, null]);
      if (video === undefined) throw new Error('unreachable');
      const { frames, format } = await probe(video);
      expect(frames[0]).toMatchObject({ key_frame: 1, pts_time: 0, ...video.size });
      const times = frames.map(({ pts_time }) => pts_time);
      expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
      expect(format.duration).toBeGreaterThan(2.9);
      expect(format.duration).toBeLessThan(5);
      expect(Math.abs(format.duration * 1000 - video.durationMs)).toBeLessThan(5);
      expect(frames.at(-1)?.duration_time).toBeGreaterThan(1);
    },
  );
});
