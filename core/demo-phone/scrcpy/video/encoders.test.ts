import { expect, it } from 'vitest';
import { createNodeCanvas } from '../../../../e2e/node-canvas.ts';
import type { FaultName } from '../../options.ts';
import { bootWith } from '../../testing/phone-shell.ts';
import { createPlainH264 } from '../../testing/plain-h264.ts';
import type { VideoCodec } from '../../video.ts';
import { connect, serve } from '../testing/video-client.ts';

const bootPhone = bootWith(createNodeCanvas());

/** A phone with encoders for these; none of them is ever opened here. */
async function boot(codecs: readonly VideoCodec[], more: Parameters<typeof bootPhone>[0] = {}) {
  const video = { ...createPlainH264(), codecs: () => Promise.resolve(codecs) };
  return bootPhone({ ...(codecs.length > 0 && { video }), ...more });
}

const encoderLines = {
  14: [
    '    --video-codec=h264 --video-encoder=c2.android.avc.encoder         (sw)',
    '    --video-codec=av1 --video-encoder=c2.android.av1.encoder          (sw)',
  ],
  8: [
    '    --video-codec=h264 --video-encoder=OMX.google.h264.encoder',
    '    --video-codec=av1 --video-encoder=OMX.google.av1.encoder',
  ],
} as const;

it.each([14, 8] as const)('Android %i lists its encoders', async (android) => {
  const phone = await boot(['av1', 'h264'], { android });
  const { out, code } = await serve(phone, 'list_encoders=true');
  expect(code).toBe(0);
  expect(out.split('\n').slice(1)).toEqual([
    '[server] INFO: List of video encoders:',
    ...encoderLines[android],
    '[server] INFO: List of audio encoders:',
    '',
  ]);
});

/** What a server says that ends of itself, without what says where, and how many bytes it sends. */
async function fail(codecs: readonly VideoCodec[], words: string, ...faults: FaultName[]) {
  const phone = await boot(codecs, { faults });
  const running = serve(phone, `tunnel_forward=true control=false ${words}`);
  const end = await connect(phone);
  const { err, out, code } = await running;
  let sent = 0;
  for await (const chunk of end.input) sent += chunk.length;
  const said = [...out.split('\n'), ...err.split('\n')].filter((line) => !line.startsWith('\tat '));
  return { said: said.slice(1).filter((line) => line !== ''), sent, code };
}

/** The byte that says that the connection stands, and the phone's name. */
const before = 1 + 64;
const meta = 12;

it('without an encoder for the codec, it lists what there is', async () => {
  expect(await fail(['av1'], 'video_codec=h264')).toEqual({
    said: [
      '[server] ERROR: Could not create default video encoder for h264',
      'List of video encoders:',
      encoderLines[14][1],
      '[server] ERROR: Exception on thread Thread[video,5,main]',
      'java.lang.IllegalArgumentException: Failed to initialize video/avc, error 0xfffffffe (NAME_NOT_FOUND)',
    ],
    sent: before,
    code: 0,
  });
});

it.each([
  [
    'video_encoder=c2.acme.avc',
    "[server] ERROR: Video encoder 'c2.acme.avc' for h264 not found",
    'List of video encoders:',
    encoderLines[14][0],
  ],
  [
    'video_codec=av1 video_encoder=c2.android.avc.encoder',
    '[server] ERROR: Video encoder type for "c2.android.avc.encoder" (video/avc) does not match codec type (video/av01)',
  ],
])('%s is refused in the log alone', async (words, ...said) => {
  expect(await fail(['h264'], words)).toEqual({ said, sent: before, code: 0 });
});

it.each([[['h264'] as const], [[]]])(
  'no-video: encoders %j refuse every size, after the client was told one',
  async (codecs) => {
    const error = 'android.media.MediaCodec$CodecException: Error 0xfffffff4';
    const refused = `[server] ERROR: Capture/encoding error: ${error}`;
    expect(await fail(codecs, 'max_size=1600', 'no-video')).toEqual({
      said: [
        ...[1280, 1024, 800].map((size) => `[server] INFO: Retrying with -m${size}...`),
        ...Array.from({ length: 4 }, () => refused),
        '[server] ERROR: Exception on thread Thread[video,5,main]',
        error,
      ],
      sent: before + meta,
      code: 0,
    });
    const told = await fail(codecs, 'downsize_on_error=false', 'no-video');
    expect(told.said.filter((line) => line === refused)).toHaveLength(1);
  },
);
