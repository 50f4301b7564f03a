import { toWire, type ErrorDetail, type WireError } from '#core/errors.ts';
import { checkStrings } from './strings.ts';

/** What the page can find out about its browser. */
export interface BrowserFacts {
  readonly isSecure: boolean;
  readonly hasUsb: boolean;
  /** False where this page is in a frame whose permissions policy denies USB. */
  readonly isUsbAllowed: boolean;
  readonly hasWorkers: boolean;
  readonly hasVideoDecoder: boolean;
  readonly userAgent: string;
  readonly touchPoints: number;
  /** The port in this page's URL; empty for the default port. */
  readonly port: string;
}

/** One feature that the console needs or can use. */
interface BrowserRequirement {
  readonly name: string;
  readonly isAvailable: boolean;
  /** Whether connecting a phone is impossible without it. */
  readonly isRequired: boolean;
  /** Shown when the feature is missing. */
  readonly problem: string;
  readonly remedy: string;
  /** The detail code of the error that reports it. */
  readonly detail?: ErrorDetail;
}

/** The features that the console needs or can use, the most important first. */
export function checkBrowser(facts: BrowserFacts): readonly BrowserRequirement[] {
  const { secure, usb, framed, worker, video } = checkStrings;
  return [
    {
      ...secure,
      remedy: secure.remedy(facts.port === '' ? '' : `:${facts.port}`),
      isAvailable: facts.isSecure,
      isRequired: true,
      detail: 'page-not-secure',
    },
    { ...usb, remedy: usb.remedy[browserKind(facts)], isAvailable: facts.hasUsb, isRequired: true },
    // Listed only when denied.
    ...(facts.isUsbAllowed ? [] : [{ ...framed, isAvailable: false, isRequired: true }]),
    { ...worker, isAvailable: facts.hasWorkers, isRequired: true },
    { ...video, isAvailable: facts.hasVideoDecoder, isRequired: false },
  ];
}

/** Reads the facts from the browser that runs this page. */
export function browserFacts(): BrowserFacts {
  return {
    isSecure: isSecureContext,
    // TypeScript says `usb` is always there; Firefox, Safari and insecure pages lack it.
    hasUsb: 'usb' in navigator,
    isUsbAllowed: allowsUsb(document),
    hasWorkers: 'Worker' in window,
    hasVideoDecoder: 'VideoDecoder' in window,
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
}: BrowserFacts): keyof typeof checkStrings.usb.remedy {
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

/** Why this page cannot use USB, or null when it can. */
export function usbObstacle(): WireError | null {
  const missing = checkBrowser(browserFacts()).find(
    ({ isAvailable, isRequired }) => isRequired && !isAvailable,
  );
  if (missing === undefined) return null;
  const { problem: message, remedy: hint, detail } = missing;
  return { code: 'usb-unsupported', message, hint, ...(detail !== undefined && { detail }) };
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
