import fc from 'fast-check';

/**
 * A fixed seed, so that a failure belongs to the change that caused it. Try other cases with another
 * seed: `HANDSET_SEED=7 npx vitest run core`.
 */
fc.configureGlobal({ seed: Number(process.env['HANDSET_SEED'] ?? 1) });

// Node has one since version 21, as browsers do.
if (!('navigator' in globalThis)) {
  Object.defineProperty(globalThis, 'navigator', { value: { userAgent: '' }, configurable: true });
}

/**
 * The requests that follow a signal, which keeps them: in Node a request no longer follows it once it is collected
 * as garbage, even if somebody waits for its own signal, and a copy of a request may never do.
 */
const requests = new WeakMap<AbortSignal, Request[]>();

class KeptRequest extends Request {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(input, init);
    if (init?.signal) requests.set(init.signal, [...(requests.get(init.signal) ?? []), this]);
  }

  override clone(): Request {
    return new KeptRequest(super.clone(), { signal: this.signal });
  }
}
globalThis.Request = KeptRequest;
