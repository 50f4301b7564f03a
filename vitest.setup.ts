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
