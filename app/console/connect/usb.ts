import { toWire, type ErrorDetail, type WireError } from '#core/errors.ts';
import { obstacleStrings } from './strings.ts';

/** What the page can find out about its browser. */
export interface BrowserFacts {
  readonly isSecure: boolean;
  readonly hasUsb: boolean;
  /** False where this page is in a frame whose permissions policy denies USB. */
  readonly isUsbAllowed: boolean;
  readonly hasWorkers: boolean;
  readonly userAgent: string;
  readonly touchPoints: number;
  /** The port in this page's URL; empty for the default port. */
  readonly port: string;
}

/** Why a page with such a browser can't use USB, the most important reason first; null when it can. */
export function obstacleOf(facts: BrowserFacts): WireError | null {
  const { secure, usb, framed, worker } = obstacleStrings;
  const because = (message: string, hint: string, detail?: ErrorDetail): WireError => {
    return { code: 'usb-unsupported', message, hint, ...(detail !== undefined && { detail }) };
  };
  if (!facts.isSecure) {
    const port = facts.port === '' ? '' : `:${facts.port}`;
    return because(secure.problem, secure.remedy(port), 'page-not-secure');
  }
  if (!facts.hasUsb) return because(usb.problem, usb.remedy[browserKind(facts)]);
  if (!facts.isUsbAllowed) return because(framed.problem, framed.remedy);
  return facts.hasWorkers ? null : because(worker.problem, worker.remedy);
}

/** Reads the facts from the browser that runs this page. */
function browserFacts(): BrowserFacts {
  return {
    isSecure: isSecureContext,
    // TypeScript says `usb` is always there; Firefox, Safari and insecure pages lack it.
    hasUsb: 'usb' in navigator,
    isUsbAllowed: allowsUsb(document),
    hasWorkers: 'Worker' in window,
    userAgent: navigator.userAgent,
    touchPoints: navigator.maxTouchPoints,
    port: location.port,
  };
}

/** A Chromium API that TypeScript's DOM types lack. */
interface FeaturePolicyDocument {
  readonly featurePolicy?: { allowsFeature(feature: string): boolean };
}

/** True where the browser has no such API. */
function allowsUsb({ featurePolicy }: Document & FeaturePolicyDocument): boolean {
  return featurePolicy?.allowsFeature('usb') ?? true;
}

/** An iPad's user agent says Macintosh, but it has touch points. */
function browserKind({
  userAgent,
  touchPoints,
}: BrowserFacts): keyof typeof obstacleStrings.usb.remedy {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios';
  if (/Macintosh/.test(userAgent) && touchPoints > 1) return 'ios';
  if (/Firefox\//.test(userAgent)) return 'firefox';
  return /Safari\//.test(userAgent) && !/Chrom(?:e|ium)\//.test(userAgent) ? 'safari' : 'other';
}

/** The interface of adbd: vendor class, ADB subclass and protocol (Android's adb.h). */
const adbInterface = { classCode: 0xff, subclassCode: 0x42, protocolCode: 1 } as const;

/** The result of the browser's device chooser. */
type ChooserResult =
  | { readonly kind: 'chosen'; readonly serial: string | null }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly error: WireError };

/** Why this page can't use USB; null when it can. */
export function usbObstacle(): WireError | null {
  return obstacleOf(browserFacts());
}

/** Whether this phone is plugged in and this page has permission to use it. */
export async function isGranted(serial: string): Promise<boolean> {
  const devices = await navigator.usb.getDevices();
  return devices.some(({ serialNumber }) => serialNumber === serial);
}

/** Shows the browser's device chooser. Must run in a user gesture. */
export async function choosePhone(): Promise<ChooserResult> {
  try {
    const device = await navigator.usb.requestDevice({ filters: [adbInterface] });
    return { kind: 'chosen', serial: device.serialNumber ?? null };
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotFoundError') {
      return { kind: 'cancelled' };
    }
    return { kind: 'failed', error: toWire(error) };
  }
}
