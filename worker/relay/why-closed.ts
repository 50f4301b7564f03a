import { HandsetError } from '../../core/errors.ts';
import { CLOSE } from '../../core/relay/limits.ts';

/** The first wait before trying again. */
const FIRST_WAIT_MS = 250;

/** The longest wait, short enough that the page seems to connect as soon as the bridge starts. */
const LONGEST_WAIT_MS = 5_000;

/**
 * Milliseconds to wait before the next try after this many failures in a row (1 or more).
 * Doubles each time; `random` (0 to 1) takes off up to half, so that pages spread out.
 */
export function backOffMs(failures: number, random: number): number {
  const wait = Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS);
  return Math.round(wait * (1 - random / 2));
}

/** What the closing of a socket means for the page. */
export interface WhyClosed {
  /** Code `bridge-lost` or `bridge-refused`. */
  readonly error: HandsetError;
  /** Whether to try again automatically. */
  readonly retry: boolean;
}

/** The bridge and the page of a connection. */
interface Ends {
  /** `127.0.0.1:7340` */
  readonly host: string;
  /** The page's origin; null where there is none, as in tests. */
  readonly origin: string | null;
}

const COMES_BACK = 'This page connects again by itself.';

/** Translates a WebSocket close code; `welcomed` says whether the bridge had accepted this socket. */
export function whyClosed(code: number, ends: Ends, welcomed: boolean): WhyClosed {
  const { host } = ends;
  switch (code) {
    case CLOSE.secretRefused:
      return refused(`The bridge at ${host} does not know this page's secret.`, {
        hint: 'Open the address that the bridge printed when it started.',
      });
    case CLOSE.otherVersion:
      return refused(`This page and the bridge at ${host} are of different versions.`, {
        hint: 'Reload this page.',
      });
    case CLOSE.badFrame:
      return refused(`This page and the bridge at ${host} did not understand each other.`, {
        hint: 'Reload this page; if that does not help, restart the bridge.',
      });
    case CLOSE.tooMany:
      return {
        error: new HandsetError('bridge-refused', `The bridge at ${host} takes no more consoles.`, {
          hint: 'Close another tab with a Handset console; this page then joins by itself.',
        }),
        retry: true,
      };
    case CLOSE.goingAway:
      return lost(
        `The bridge at ${host} was stopped.`,
        `Start it with \`npm start\`. ${COMES_BACK}`,
      );
    default:
      return welcomed
        ? lost(`The link to the bridge at ${host} was lost.`, COMES_BACK)
        : lost(`The bridge at ${host} does not answer.`, howToStart(ends));
  }
}

/** A browser reports no difference between a bridge that is away and one that rejects this page's origin. */
function howToStart({ host, origin }: Ends): string {
  if (origin === null || origin.endsWith(`//${host}`)) {
    return `Start it with \`npm start\`. ${COMES_BACK}`;
  }
  return `It must be started for this page: \`npm start -- --allow-origin ${origin}\`. ${COMES_BACK}`;
}

function refused(message: string, { hint }: { hint: string }): WhyClosed {
  return { error: new HandsetError('bridge-refused', message, { hint }), retry: false };
}

function lost(message: string, hint: string): WhyClosed {
  return { error: new HandsetError('bridge-lost', message, { hint }), retry: true };
}
