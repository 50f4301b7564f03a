import { type Ask, type RefusalReason, type Tell, readAsk } from './handshake.ts';

/** A window or frame that wants to come in; `reply` reaches it as long as it shows the same origin. */
export interface Asker {
  /** As the browser vouches for it. */
  readonly origin: string;
  readonly window: Window;
  /** The agent's own, to tell its requests apart. */
  readonly id: string;
}

const words: Readonly<Record<RefusalReason, string>> = {
  refused: 'The person refused. They can change that in the Agents panel of Handset.',
  unanswered: 'Nobody answered in Handset. Ask again when the person is there.',
  'no-origin':
    'A page without an address of its own (a sandboxed frame, a file) cannot be told from others. Serve it over http or https.',
  'too-many': 'Too many agents of this browser are connected already, or ask. Close some.',
};

/** Tells the asker something; with a port, it moves there. Never throws: a window that has gone hears nothing. */
export function reply(asker: Omit<Asker, 'id'>, message: Tell, port?: MessagePort): void {
  if (asker.origin === 'null' && port !== undefined) return;
  // A page without an origin can't be named, and what it is told is no secret.
  const targetOrigin = asker.origin === 'null' ? '*' : asker.origin;
  try {
    asker.window.postMessage(message, targetOrigin, port === undefined ? [] : [port]);
  } catch {
    // Its origin can't be named as a target.
  }
}

/** Tells the asker that there will be no port, and why. */
export function refuse(asker: Asker, reason: RefusalReason): void {
  reply(asker, { type: 'handset:refused', id: asker.id, reason, message: words[reason] });
}

/**
 * Hears what is asked of this page, until the page ends. Pings are answered here; who embeds or
 * opened the page is told that it listens now.
 */
export function hearAskers(
  version: string,
  onAsk: (type: Exclude<Ask['type'], 'handset:ping'>, asker: Asker) => void,
): void {
  const ready = (isNew: boolean): Tell => ({ type: 'handset:ready', version, isNew });
  window.addEventListener('message', ({ data, origin, source }: MessageEvent<unknown>) => {
    const ask = readAsk(data);
    // Only windows send to a window by postMessage; workers and ports have targets of their own.
    const from = { origin, window: source as Window | null };
    if (ask === null || from.window === null) return;
    const asker = { origin, window: from.window };
    if (ask.type === 'handset:ping') reply(asker, ready(false));
    else onAsk(ask.type, { ...asker, id: ask.id });
  });
  // It says no more than the page's address does, so anyone may hear it.
  if (window.parent !== window) window.parent.postMessage(ready(true), '*');
  const opener = window.opener as Window | null; // The DOM's type is any.
  opener?.postMessage(ready(true), '*');
}
