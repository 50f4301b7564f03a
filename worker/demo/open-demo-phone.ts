import {
  type AndroidVersion,
  type Capture,
  type DemoPhoneOptions,
  type FaultName,
  androidVersions,
  faults,
} from '#core/demo-phone/options.ts';
import { createDemoPhone } from '#core/demo-phone/demo-phone.ts';
import type { DisplayTouchEvent } from '#core/demo-phone/world.ts';
import { HandsetError } from '#core/errors.ts';
import { encodedSize, isTooLargePicture, pictureLimit } from '#core/picture-size.ts';
import { parseHierarchy } from '#core/screen/parse.ts';
import type { DemoPhoneRequest } from '#core/link/phone-status.ts';
import { type DeviceSource, usbSource } from '../session/open-device.ts';
import { DemoUsb } from './demo-usb.ts';
import { forgetSavedPhone, keepSaved, readSavedPhone } from './saved-phones.ts';
import { createOffscreenCanvas, createVideoEncoders } from './canvas-and-video.ts';

/**
 * Creates a demo phone and plugs it in, with the notes, settings and files that this tab's phone had
 * before, unless the request is for a `fresh` one. With `record`, every touch is posted to the BroadcastChannel
 * of that name, so that a recording survives the page; the phone also runs the command lines that
 * are sent there and posts their output. `onNotSaved` gets why the last changes could not be saved, and
 * null once they are. Rejects with `invalid-argument` for an unknown option and for a captured screen
 * that can't be shown.
 */
export async function openDemoPhone(
  request: DemoPhoneRequest,
  onNotSaved: (error: HandsetError | null) => void,
): Promise<DeviceSource> {
  const channel = request.record === undefined ? null : new BroadcastChannel(request.record);
  const options = readOptions(request, channel);
  if (options.capture !== undefined) await checkCapture(options.capture);
  const { unit, fresh = false } = request;
  if (fresh && unit !== undefined) await forgetSavedPhone(unit);
  const saved = unit === undefined ? null : await readSavedPhone(unit);
  const phone = await createDemoPhone({ ...options, ...(saved && { savedState: saved }) });
  if (unit !== undefined) keepSaved(unit, phone, { onNotSaved });
  channel?.addEventListener('message', ({ data }) => {
    void phone.runShellCommand(String(data)).then((printed) => channel.postMessage({ printed }));
  });
  return usbSource({ kind: 'demo', usb: new DemoUsb(phone, options.faults) });
}

function readOptions(
  request: DemoPhoneRequest,
  channel: BroadcastChannel | null,
): DemoPhoneOptions {
  const { android = 14, latency = 'none', activity, captureXml, capturePng } = request;
  if (!isAndroidVersion(android))
    throw unknownOption('android', `${android}`, androidVersions.join(', '));
  if (latency !== 'none' && latency !== 'real')
    throw unknownOption('latency', latency, 'none, real');
  const video = createVideoEncoders();
  return {
    android,
    latency,
    faults: readFaults(request.faults ?? []),
    canvas: createOffscreenCanvas(),
    ...(video !== undefined && { video }),
    ...(activity !== undefined && { activity }),
    ...(request.unit !== undefined && { unit: request.unit }),
    ...(channel !== null && { onTouch: (event: DisplayTouchEvent) => channel.postMessage(event) }),
    ...(captureXml && { capture: { xml: captureXml, ...(capturePng && { png: capturePng }) } }),
  };
}

function readFaults(names: readonly string[]): Set<FaultName> {
  return new Set(
    names.map((name) => {
      if (isFaultName(name)) return name;
      throw unknownOption('faults', name, Object.keys(faults).join(', '));
    }),
  );
}

async function checkCapture({ xml, png }: Capture): Promise<void> {
  try {
    parseHierarchy(xml);
  } catch (cause) {
    throw new HandsetError('invalid-argument', "This .xml file isn't a captured screen.", {
      hint: 'Capture it again with `adb shell uiautomator dump /data/local/tmp/screen.xml` and `adb pull /data/local/tmp/screen.xml`.',
      cause,
    });
  }
  if (png === undefined) return;
  const size = encodedSize(png);
  if (size !== null && isTooLargePicture(size)) {
    throw new HandsetError(
      'invalid-argument',
      `This .png file has ${size.width} × ${size.height} pixels. Handset reads at most ${pictureLimit}.`,
      { hint: 'Open the .xml alone, or with a screenshot of its own size.' },
    );
  }
  try {
    if (size === null) throw new Error('It is neither a PNG nor a JPEG.');
    (await createImageBitmap(new Blob([png]))).close();
  } catch (cause) {
    throw new HandsetError('invalid-argument', 'This .png file is not a readable image.', {
      hint: 'Capture it again with `adb shell screencap -p /data/local/tmp/screen.png` and `adb pull /data/local/tmp/screen.png`, or open the .xml alone.',
      cause,
    });
  }
}

function isAndroidVersion(version: number): version is AndroidVersion {
  return androidVersions.some((known) => known === version);
}

function isFaultName(name: string): name is FaultName {
  return Object.hasOwn(faults, name);
}

function unknownOption(name: string, value: string, known: string): HandsetError {
  return new HandsetError('invalid-argument', `The demo phone has no option ${name}=${value}.`, {
    hint: `Known: ${known}.`,
  });
}
