import { type Ask, type RefusalReason, type Tell, readAsk } from './handshake.ts';

/** A window or frame that requests a connection; `sendToRequester` reaches it while it shows the same origin. */
export interface Asker {
  /** From `MessageEvent.origin`, so the browser vouches for it. */
  readonly origin: string;
  readonly window: Window;
  /** Chosen by the agent to distinguish its requests. */
  readonly id: string;
}

const words: Readonly<Record<RefusalReason, string>> = {
  refused: 'The person refused. They can change that in the Agents panel of Handset.',
  unanswered: 'Nobody answered in Handset. Ask again when the person is there.',
  'no-origin':
    'A page without an address of its own (a sandboxed frame, a file) cannot be told from others. Serve it over http or https.',
  'too-many': 'Too many agents of this browser are connected already, or ask. Close some.',
};

/** Sends the requester a message and transfers the port, if given. Never throws, even if the window is gone. */
export function reply(asker: Omit<Asker, 'id'>, message: Tell, port?: MessagePort): void {
  if (asker.origin === 'null' && port !== undefined) return;
  // An opaque origin cannot be a postMessage target; messages to it hold no secret.
  const targetOrigin = asker.origin === 'null' ? '*' : asker.origin;
  try {
    asker.window.postMessage(message, targetOrigin, port === undefined ? [] : [port]);
  } catch {
    // The origin is not valid as a postMessage target.
  }
}

/** Tells the requester that it gets no port, and why. */
export function refuse(asker: Asker, reason: RefusalReason): void {
  reply(asker, { type: 'handset:refused', id: asker.id, reason, message: words[reason] });
}

/**
 * Listens for agents' messages as long as the page lives, and answers pings. Announces `handset:ready`
 * to the window that embeds or opened this page.
 */
export function hearAskers(
  version: string,
  onAsk: (type: Exclude<Ask['type'], 'handset:ping'>, asker: Asker) => void,
): void {
  const ready = (isNew: boolean): Tell => ({ type: 'handset:ready', version, isNew });
  window.addEventListener('message', ({ data, origin, source }: MessageEvent<unknown>) => {
    const ask = readAsk(data);
    // Only windows post messages to a window; workers and ports have their own targets.
    const from = { origin, window: source as Window | null };
    if (ask === null || from.window === null) return;
    const asker = { origin, window: from.window };
    if (ask.type === 'handset:ping') reply(asker, ready(false));
    else onAsk(ask.type, { ...asker, id: ask.id });
  });
  // The message reveals no more than the page's address, so any origin may receive it.
  if (window.parent !== window) window.parent.postMessage(ready(true), '*');
  const opener = window.opener as Window | null; // The DOM's type is any.
  opener?.postMessage(ready(true), '*');
}
