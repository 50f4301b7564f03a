/** A page's question to the service worker: whether its script belongs to the newest build. */
export interface NewestBuildQuestion {
  readonly kind: 'is-newest';
  /** URL of the page's entry script, whose name contains a hash of everything that it loads. */
  readonly script: string;
}

/** Parses a page's question; null for any other message. */
export function parseQuestion(message: unknown): NewestBuildQuestion | null {
  if (typeof message !== 'object' || message === null) return null;
  if (!('kind' in message) || message.kind !== 'is-newest') return null;
  if (!('script' in message) || typeof message.script !== 'string') return null;
  return { kind: 'is-newest', script: message.script };
}
