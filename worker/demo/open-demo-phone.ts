import {
  type AndroidVersion,
  type DemoPhoneOptions,
  type FaultName,
  androidVersions,
  faults,
} from '#core/demo-phone/options.ts';
import { createDemoPhone } from '#core/demo-phone/demo-phone.ts';
import type { DisplayTouchEvent } from '#core/demo-phone/world.ts';
import { HandsetError } from '#core/errors.ts';
import type { DemoPhoneRequest } from '#core/link/phone-status.ts';
import { type DeviceSource, usbSource } from '../session/open-device.ts';
import { checkCapture } from './check-capture.ts';
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
  const usb = new DemoUsb(phone, options.faults);
  return usbSource({ kind: 'demo', isCapture: options.capture !== undefined, usb });
}

/** Loads the fonts of its screen, and asks the browser which codecs it has. */
export async function prepareDemoPhone(): Promise<void> {
  await Promise.all([canvas.loadFonts(), video?.codecs()]);
}

const canvas = createOffscreenCanvas();
const video = createVideoEncoders();

function readOptions(
  request: DemoPhoneRequest,
  channel: BroadcastChannel | null,
): DemoPhoneOptions {
  const { android = 14, latency = 'none', activity, captureXml, capturePng } = request;
  if (!isAndroidVersion(android))
    throw unknownOption('android', `${android}`, androidVersions.join(', '));
  if (latency !== 'none' && latency !== 'real')
    throw unknownOption('latency', latency, 'none, real');
  return {
    android,
    latency,
    faults: readFaults(request.faults ?? []),
    canvas,
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
