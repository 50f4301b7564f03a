import { z } from 'zod';
import type { FinishedRecording } from '../phone/recording.ts';
import { choice, wholeNumber } from './shared/parameters.ts';
import { defineTool, type ToolReply } from './shared/tool.ts';

const duration = { min: 1, max: 1800 };

/** Records the screen as a video. */
export const recordScreen = defineTool({
  name: 'record_screen',
  title: 'Record screen',
  words: {
    wantsTo: [{ when: { action: 'stop' }, say: 'stop recording the screen' }, 'record the screen'],
    anywhere: true,
    synonyms: 'video film movie mp4 screencast gif',
  },
  description:
    "Starts or stops recording the screen as an MP4 video without sound; other calls can run meanwhile. When the recording ends, the user's browser downloads the video; the reply to action=stop has the file name.",
  input: z.strictObject({
    action: choice('action', ['start', 'stop']),
    duration_s: wholeNumber('duration_s', duration)
      .default(180)
      .describe('The recording ends automatically after this time.'),
  }),
  effect: 'read',
  onlyWithAllTools: true,
  async execute(phone, { action, duration_s: seconds }, reply, signal) {
    if (action === 'stop') {
      replyWithVideos(await phone.recorder.stop(reply.client, signal), reply);
      return;
    }
    const { width, height } = await phone.recorder.start(reply.client, seconds * 1000, signal);
    reply.text(
      `Recording the screen, ${width} x ${height}, for ${seconds} s at most. End it with record_screen and action=stop.`,
    );
  },
});

function replyWithVideos({ videos, endReason }: FinishedRecording, reply: ToolReply): void {
  const lines = videos.map(({ fileName, durationMs, bytes, size }) => {
    const facts = [`${(durationMs / 1000).toFixed(1)} s`, `${bytes} bytes`];
    return `file:${fileName} (${[...facts, `${size.width} x ${size.height}`].join(', ')})`;
  });
  const title =
    videos.length === 0
      ? 'The recording has ended without a video.'
      : "The recording has ended. The user's browser is downloading it:";
  reply.text([title, ...lines].join('\n'), title.length);
  if (videos.length > 1) reply.note('rotating the screen starts a new file');
  if (endReason !== null) reply.note(`it ended before this call: ${endReason}`);
}
