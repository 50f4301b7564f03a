import fc from 'fast-check';

/**
 * The same cases in every run, so that a failure belongs to the change that made it. Others are
 * searched with another seed: `HANDSET_SEED=7 npx vitest run core`.
 */
fc.configureGlobal({ seed: Number(process.env['HANDSET_SEED'] ?? 1) });
