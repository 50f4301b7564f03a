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
 * A request whose signal is the very one that it was given. In Node a request no longer follows that signal once it is
 * collected as garbage, even if somebody waits for its own signal, and a copy of a request may never do.
 */
class FollowingRequest extends Request {
  readonly #given: AbortSignal | null;

  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(input, { ...init, signal: null });
    this.#given = init?.signal ?? (input instanceof Request ? input.signal : null);
  }

  override get signal(): AbortSignal {
    return this.#given ?? super.signal;
  }

  override clone(): Request {
    return new FollowingRequest(super.clone(), { signal: this.signal });
  }
}
globalThis.Request = FollowingRequest;
