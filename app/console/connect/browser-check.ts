import type { ErrorDetail } from '../../../core/errors.ts';
import { checkWords } from './strings.ts';

/** What the page can learn of its browser. */
export interface BrowserFacts {
  readonly isSecure: boolean;
  readonly hasUsb: boolean;
  /** False where the page around this one keeps USB to itself. */
  readonly mayUseUsb: boolean;
  readonly hasWorkers: boolean;
  readonly hasVideoDecoder: boolean;
  readonly userAgent: string;
  readonly touchPoints: number;
  /** Of this page's address; empty for the usual one. */
  readonly port: string;
}

/** One thing that a browser has or lacks. */
export interface Check {
  readonly name: string;
  readonly isThere: boolean;
  /** Whether no phone can be connected without it. */
  readonly isNeeded: boolean;
  /** Said where it is missing. */
  readonly lack: string;
  readonly todo: string;
  /** For the error that says so. */
  readonly detail?: ErrorDetail;
}

/** What the console needs of a browser, what it needs most first. */
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
    // Not worth a word where no page is around this one.
    ...(facts.mayUseUsb ? [] : [{ ...framed, isThere: false, isNeeded: true }]),
    { ...worker, isThere: facts.hasWorkers, isNeeded: true },
    { ...video, isThere: facts.hasVideoDecoder, isNeeded: false },
  ];
}

/** Of the browser that runs this page. */
export function browserFacts(): BrowserFacts {
  return {
    isSecure: isSecureContext,
    // The types promise `usb`; Firefox and Safari do not, nor does a page that is not secure.
    hasUsb: 'usb' in navigator,
    mayUseUsb: allowsUsb(document),
    hasWorkers: 'Worker' in window,
    hasVideoDecoder: 'VideoDecoder' in window,
    userAgent: navigator.userAgent,
    touchPoints: navigator.maxTouchPoints,
    port: location.port,
  };
}

/** Chromium's own, which TypeScript does not know. */
interface WithPolicy {
  readonly featurePolicy?: { allowsFeature(feature: string): boolean };
}

/** Where the browser does not tell, nothing is forbidden. */
function allowsUsb({ featurePolicy }: Document & WithPolicy): boolean {
  return featurePolicy?.allowsFeature('usb') ?? true;
}

/** An iPad says it is a Mac, but can be touched. */
function familyOf({ userAgent, touchPoints }: BrowserFacts): keyof typeof checkWords.usb.todo {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios';
  if (/Macintosh/.test(userAgent) && touchPoints > 1) return 'ios';
  if (/Firefox\//.test(userAgent)) return 'firefox';
  return /Safari\//.test(userAgent) && !/Chrom(?:e|ium)\//.test(userAgent) ? 'safari' : 'other';
}
