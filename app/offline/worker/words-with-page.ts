/** What a page asks the service worker: whether its own script is of the newest build. */
export interface Question {
  readonly kind: 'is-newest';
  /** The address of the page's script, whose name holds a hash of all that it loads. */
  readonly script: string;
}

/** Begins the name of the lock that a page holds while it is open; the address of its script follows. */
export const pageLockPrefix = 'handset page ';

/** The question that a message is; null for any other message. */
export function readQuestion(message: unknown): Question | null {
  if (typeof message !== 'object' || message === null) return null;
  if (!('kind' in message) || message.kind !== 'is-newest') return null;
  if (!('script' in message) || typeof message.script !== 'string') return null;
  return { kind: 'is-newest', script: message.script };
}
