import { HandsetError } from '../../core/errors.ts';
import { CLOSE_CODES } from '../../core/relay/limits.ts';

/** The first wait before trying again. */
const FIRST_WAIT_MS = 250;

/** The longest wait, short enough that the page seems to connect as soon as the bridge starts. */
const LONGEST_WAIT_MS = 5_000;

/**
 * Milliseconds to wait before the next try after this many failures in a row (1 or more).
 * Doubles each time; `random` (0 to 1) takes off up to half, so that pages spread out.
 */
export function backoffMs(failures: number, random: number): number {
  const wait = Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS);
  return Math.round(wait * (1 - random / 2));
}

/** What the closing of a socket means for the page. */
export interface CloseOutcome {
  /** Code `bridge-lost` or `bridge-refused`. */
  readonly error: HandsetError;
  /** Whether to try again automatically. */
  readonly retry: boolean;
}

/** The bridge and the page of a connection. */
interface BridgeAddress {
  /** `127.0.0.1:7340` */
  readonly host: string;
  /** The page's origin; null where there is none, as in tests. */
  readonly origin: string | null;
}

const RECONNECTS = 'This page connects again by itself.';

/** Translates a WebSocket close code; `welcomed` says whether the bridge had accepted this socket. */
export function explainClose(
  code: number,
  address: BridgeAddress,
  welcomed: boolean,
): CloseOutcome {
  const { host } = address;
  switch (code) {
    case CLOSE_CODES.secretRefused:
      return refusedByBridge(`The bridge at ${host} does not know this page's secret.`, {
        hint: 'Open the address that the bridge printed when it started.',
      });
    case CLOSE_CODES.otherVersion:
      return refusedByBridge(`This page and the bridge at ${host} are of different versions.`, {
        hint: 'Reload this page.',
      });
    case CLOSE_CODES.badFrame:
      return refusedByBridge(`This page and the bridge at ${host} did not understand each other.`, {
        hint: 'Reload this page; if that does not help, restart the bridge.',
      });
    case CLOSE_CODES.tooMany:
      return {
        error: new HandsetError('bridge-refused', `The bridge at ${host} takes no more consoles.`, {
          hint: 'Close another tab with a Handset console; this page then joins by itself.',
        }),
        retry: true,
      };
    case CLOSE_CODES.goingAway:
      return lostBridge(
        `The bridge at ${host} was stopped.`,
        `Start it with \`npm start\`. ${RECONNECTS}`,
      );
    default:
      return welcomed
        ? lostBridge(`The link to the bridge at ${host} was lost.`, RECONNECTS)
        : lostBridge(`The bridge at ${host} does not answer.`, howToStart(address));
  }
}

/** A browser reports no difference between a bridge that is away and one that rejects this page's origin. */
function howToStart({ host, origin }: BridgeAddress): string {
  if (origin === null || origin.endsWith(`//${host}`)) {
    return `Start it with \`npm start\`. ${RECONNECTS}`;
  }
  return `It must be started for this page: \`npm start -- --allow-origin ${origin}\`. ${RECONNECTS}`;
}

function refusedByBridge(message: string, { hint }: { hint: string }): CloseOutcome {
  return { error: new HandsetError('bridge-refused', message, { hint }), retry: false };
}

function lostBridge(message: string, hint: string): CloseOutcome {
  return { error: new HandsetError('bridge-lost', message, { hint }), retry: true };
}
