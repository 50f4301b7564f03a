import {
  type AndroidVersion,
  type DemoPhoneOptions,
  type FaultName,
  androidVersions,
  faults,
} from '../../core/demo-phone/options.ts';
import { createDemoPhone } from '../../core/demo-phone/demo-phone.ts';
import type { TouchEvent } from '../../core/demo-phone/world.ts';
import { HandsetError } from '../../core/errors.ts';
import type { DemoPhoneRequest } from '../../core/link/messages.ts';
import type { Source } from '../session/source.ts';
import { DemoUsb } from './demo-usb.ts';
import { createOffscreenCanvas } from './offscreen-canvas.ts';
import { createVideoEncoders } from './video-encoder.ts';

/** Makes a demo phone and plugs it in. Rejects with `invalid-argument` for a wish it does not know. */
export async function openDemoPhone(request: DemoPhoneRequest): Promise<Source> {
  const options = readOptions(request);
  const phone = await createDemoPhone(options);
  return { kind: 'demo', usb: new DemoUsb(phone, options.faults) };
}

function readOptions(request: DemoPhoneRequest): DemoPhoneOptions {
  const { android = 14, latency = 'none', activity, captureXml, capturePng } = request;
  if (!isAndroidVersion(android))
    throw unknown('android', `${android}`, androidVersions.join(', '));
  if (latency !== 'none' && latency !== 'real') throw unknown('latency', latency, 'none, real');
  const video = createVideoEncoders();
  return {
    android,
    latency,
    faults: readFaults(request.faults ?? []),
    canvas: createOffscreenCanvas(),
    ...(video !== undefined && { video }),
    ...(activity !== undefined && { activity }),
    ...(request.unit !== undefined && { unit: request.unit }),
    ...(request.record !== undefined && { onTouch: recorder(request.record) }),
    ...(captureXml && { capture: { xml: captureXml, ...(capturePng && { png: capturePng }) } }),
  };
}

/** Tells every touch to whoever listens on the channel of this name: a record that outlives the page. */
function recorder(channelName: string): (event: TouchEvent) => void {
  const channel = new BroadcastChannel(channelName);
  return (event) => channel.postMessage(event);
}

function readFaults(names: readonly string[]): Set<FaultName> {
  return new Set(
    names.map((name) => {
      if (isFaultName(name)) return name;
      throw unknown('faults', name, Object.keys(faults).join(', '));
    }),
  );
}

function isAndroidVersion(version: number): version is AndroidVersion {
  return androidVersions.some((known) => known === version);
}

function isFaultName(name: string): name is FaultName {
  return Object.hasOwn(faults, name);
}

function unknown(name: string, value: string, known: string): HandsetError {
  return new HandsetError('invalid-argument', `The demo phone knows no ${name}=${value}.`, {
    hint: `Known: ${known}.`,
  });
}
