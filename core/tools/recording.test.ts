import { expect, it } from 'vitest';
import { recordScreen } from './recording.ts';
import { callTool } from './testing/call-tool.ts';
import { recordingPhone } from './testing/recording-phone.ts';

const video = {
  fileName: 'Pixel-8-2026-03-04-050607.mp4',
  durationMs: 4_260,
  bytes: 81_234,
  size: { width: 720, height: 1600 },
};

it('starts with a length, and says how to end it', async () => {
  const phone = recordingPhone();
  const { answer } = await callTool(recordScreen, phone, {
    action: 'start',
    duration_s: 20,
  });
  expect(phone.calls).toEqual([['recorder.start', 'claude', 20_000]]);
  expect(answer).toBe(
    'Recording the screen, 720 x 1600, for 20 s at most. End it with record_screen and action=stop.',
  );
});

it('names the files of the recording, and why it ended early', async () => {
  const turned = {
    ...video,
    fileName: 'Pixel-8-2026-03-04-050607 (2).mp4',
    size: { width: 1600, height: 720 },
  };
  const recording = { videos: [video, turned], endReason: 'The user has paused agents.' };
  const { answer, notes } = await callTool(recordScreen, recordingPhone({ recording }), {
    action: 'stop',
  });
  expect(answer).toBe(
    [
      "The recording has ended. The user's browser is downloading it:",
      'file:Pixel-8-2026-03-04-050607.mp4 (4.3 s, 81234 bytes, 720 x 1600)',
      'file:Pixel-8-2026-03-04-050607 (2).mp4 (4.3 s, 81234 bytes, 1600 x 720)',
    ].join('\n'),
  );
  expect(notes).toEqual([
    'note:rotating the screen starts a new file',
    'note:it ended before this call: The user has paused agents.',
  ]);
});

it('says that no video could be completed', async () => {
  const recording = { videos: [], endReason: 'The phone was disconnected.' };
  const { answer, notes } = await callTool(recordScreen, recordingPhone({ recording }), {
    action: 'stop',
  });
  expect(answer).toBe('The recording has ended without a video.');
  expect(notes).toEqual(['note:it ended before this call: The phone was disconnected.']);
});
