import type { ErrorDetail } from '../../../core/errors.ts';
import { checkWords } from './strings.ts';

/** What the page can find out about its browser. */
export interface BrowserFacts {
  readonly isSecure: boolean;
  readonly hasUsb: boolean;
  /** False where this page is in a frame whose permissions policy denies USB. */
  readonly mayUseUsb: boolean;
  readonly hasWorkers: boolean;
  readonly hasVideoDecoder: boolean;
  readonly userAgent: string;
  readonly touchPoints: number;
  /** The port in this page's URL; empty for the default port. */
  readonly port: string;
}

/** One feature that the console needs or can use. */
export interface Check {
  readonly name: string;
  readonly isThere: boolean;
  /** Whether connecting a phone is impossible without it. */
  readonly isNeeded: boolean;
  /** Shown when the feature is missing. */
  readonly lack: string;
  readonly todo: string;
  /** The detail code of the error that reports it. */
  readonly detail?: ErrorDetail;
}

/** The features that the console needs or can use, the most important first. */
export function checkBrowser(facts: BrowserFacts): readonly Check[] {
  const { secure, usb, framed, worker, video } = checkWords;
  return [
    {
      ...secure,
      todo: secure.todo(facts.port === '' ? '' : `:${facts.port}`),
      isThere: facts.isSecure,
      isNeeded: true,
      detail: 'page-not-secure',
    },
    { ...usb, todo: usb.todo[familyOf(facts)], isThere: facts.hasUsb, isNeeded: true },
    // Listed only when denied.
    ...(facts.mayUseUsb ? [] : [{ ...framed, isThere: false, isNeeded: true }]),
    { ...worker, isThere: facts.hasWorkers, isNeeded: true },
    { ...video, isThere: facts.hasVideoDecoder, isNeeded: false },
  ];
}

/** Reads the facts from the browser that runs this page. */
export function browserFacts(): BrowserFacts {
  return {
    isSecure: isSecureContext,
    // TypeScript says `usb` is always there; Firefox, Safari and insecure pages lack it.
    hasUsb: 'usb' in navigator,
    mayUseUsb: allowsUsb(document),
    hasWorkers: 'Worker' in window,
    hasVideoDecoder: 'VideoDecoder' in window,
    userAgent: navigator.userAgent,
    touchPoints: navigator.maxTouchPoints,
    port: location.port,
  };
}

/** A Chromium API that TypeScript's DOM types lack. */
interface WithPolicy {
  readonly featurePolicy?: { allowsFeature(feature: string): boolean };
}

/** True where the browser has no such API. */
function allowsUsb({ featurePolicy }: Document & WithPolicy): boolean {
  return featurePolicy?.allowsFeature('usb') ?? true;
}

/** An iPad's user agent says Macintosh, but it has touch points. */
function familyOf({ userAgent, touchPoints }: BrowserFacts): keyof typeof checkWords.usb.todo {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios';
  if (/Macintosh/.test(userAgent) && touchPoints > 1) return 'ios';
  if (/Firefox\//.test(userAgent)) return 'firefox';
  return /Safari\//.test(userAgent) && !/Chrom(?:e|ium)\//.test(userAgent) ? 'safari' : 'other';
}
