/**
 * A dependency-cruiser configuration that rejects folders importing each other, in shipped code only:
 * unit tests may import more. The other rules are in .dependency-cruiser.mjs.
 */
import fences from '../../.dependency-cruiser.mjs';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycle-of-folders',
      severity: 'error',
      comment:
        'What two folders need of each other belongs in one of them, or in a third below both.',
      scope: 'folder',
      from: { path: '^(?:core|worker|app)(?:/|$)' },
      to: { circular: true },
    },
  ],
  options: {
    ...fences.options,
    exclude: { path: `${fences.options.exclude.path}|\\.(?:test|spec)\\.ts$|/testing/` },
  },
};
