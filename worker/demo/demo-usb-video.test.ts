import { AdbScrcpyClient, AdbScrcpyOptions3_3_3 } from '@yume-chan/adb-scrcpy';
import {
  h264ParseConfiguration,
  ScrcpyInstanceId,
  type ScrcpyMediaStreamPacket,
} from '@yume-chan/scrcpy';
import { WritableStream } from '@yume-chan/stream-extra';
import { expect, test } from 'vitest';
import { createPlainH264 } from '../../core/demo-phone/testing/plain-h264.ts';
import { jarPath, openPhone } from './testing/scrcpy-host.ts';

/** Starts a client that receives video, as Tango does; `packet` returns one packet after the other. */
async function receiveVideo(
  { adb }: Awaited<ReturnType<typeof openPhone>>,
  more: AdbScrcpyOptions3_3_3.Init = {},
) {
  const options = { audio: false, control: false, sendDeviceMeta: false, tunnelForward: true };
  const client = await AdbScrcpyClient.start(
    adb,
    jarPath,
    new AdbScrcpyOptions3_3_3({ ...options, cleanup: false, maxSize: 320, ...more }),
  );
  void client.output.pipeTo(new WritableStream()).catch(() => undefined);
  const video = await client.videoStream;
  if (video === undefined) throw new Error('no video socket');
  const reader = video.stream.getReader();
  const packet = async (): Promise<ScrcpyMediaStreamPacket> => {
    const { value } = await reader.read();
    if (value === undefined) throw new Error('the video has ended');
    return value;
  };
  return { client, video, packet };
}

const openVideoPhone = () => openPhone(14, { video: createPlainH264() });

test("Tango's client reads size, configuration and frames", async () => {
  const host = await openVideoPhone();
  const { client, video, packet } = await receiveVideo(host);
  expect(video.metadata).toMatchObject({ codec: 0x68_32_36_34, width: 144, height: 320 });
  const config = await packet();
  expect(config.type).toBe('configuration');
  expect(h264ParseConfiguration(config.data)).toMatchObject({
    croppedWidth: 144,
    croppedHeight: 320,
    profileIndex: 66,
  });
  expect(await packet()).toMatchObject({ type: 'data', keyframe: true });
  host.world.rotation = 3;
  let next = await packet();
  while (next.type === 'data') next = await packet();
  expect(h264ParseConfiguration(next.data)).toMatchObject({ croppedWidth: 320 });
  expect(await packet()).toMatchObject({ type: 'data', keyframe: true });
  await client.close();
});

test('two clients receive video at once; each ends alone', async () => {
  const host = await openVideoPhone();
  const start = (scid: number) => receiveVideo(host, { scid: new ScrcpyInstanceId(scid) });
  const [first, second] = await Promise.all([start(1), start(2)]);
  for (const { packet } of [first, second]) await packet();
  await first.client.close();
  await first.client.exited;
  await second.packet();
  await second.client.close();
});
