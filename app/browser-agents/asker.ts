import {
  type AgentMessage,
  type RefusalReason,
  type ConsoleMessage,
  parseAgentMessage,
} from './handshake.ts';

/** A window or frame that requests a connection; `sendToRequester` reaches it while it shows the same origin. */
export interface PortRequester {
  /** From `MessageEvent.origin`, so the browser vouches for it. */
  readonly origin: string;
  readonly window: Window;
  /** Chosen by the agent to distinguish its requests. */
  readonly id: string;
}

const refusalMessages: Readonly<Record<RefusalReason, string>> = {
  refused: 'The person refused. They can change that in the Agents panel of Handset.',
  unanswered: 'Nobody answered in Handset. Ask again when the person is there.',
  'no-origin':
    'A page without an address of its own (a sandboxed frame, a file) cannot be told from others. Serve it over http or https.',
  'too-many': 'Too many agents of this browser are connected already, or ask. Close some.',
};

/** Sends the requester a message and transfers the port, if given. Never throws, even if the window is gone. */
export function sendToRequester(
  requester: Omit<PortRequester, 'id'>,
  message: ConsoleMessage,
  port?: MessagePort,
): void {
  if (requester.origin === 'null' && port !== undefined) return;
  // An opaque origin cannot be a postMessage target; messages to it hold no secret.
  const targetOrigin = requester.origin === 'null' ? '*' : requester.origin;
  try {
    requester.window.postMessage(message, targetOrigin, port === undefined ? [] : [port]);
  } catch {
    // The origin is not valid as a postMessage target.
  }
}

/** Tells the requester that it gets no port, and why. */
export function refuseRequest(requester: PortRequester, reason: RefusalReason): void {
  sendToRequester(requester, {
    type: 'handset:refused',
    id: requester.id,
    reason,
    message: refusalMessages[reason],
  });
}

/**
 * Listens for agents' messages as long as the page lives, and answers pings. Announces `handset:ready`
 * to the window that embeds or opened this page.
 */
export function listenForRequesters(
  version: string,
  onRequest: (
    type: Exclude<AgentMessage['type'], 'handset:ping'>,
    requester: PortRequester,
  ) => void,
): void {
  const readyMessage = (isNew: boolean): ConsoleMessage => ({
    type: 'handset:ready',
    version,
    isNew,
  });
  window.addEventListener('message', ({ data, origin, source }: MessageEvent<unknown>) => {
    const message = parseAgentMessage(data);
    // Only windows post messages to a window; workers and ports have their own targets.
    const sender = { origin, window: source as Window | null };
    if (message === null || sender.window === null) return;
    const requester = { origin, window: sender.window };
    if (message.type === 'handset:ping') sendToRequester(requester, readyMessage(false));
    else onRequest(message.type, { ...requester, id: message.id });
  });
  // The message reveals no more than the page's address, so any origin may receive it.
  if (window.parent !== window) window.parent.postMessage(readyMessage(true), '*');
  const opener = window.opener as Window | null; // The DOM's type is any.
  opener?.postMessage(readyMessage(true), '*');
}
