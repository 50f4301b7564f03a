/** What the conformance suite finds missing, and why. One that is found no longer fails the test, so that this stays true. */

/** The revisions of MCP with a set of requirements. */
export const revisions = ['2025-11-25', '2026-07-28'] as const;
export type Revision = (typeof revisions)[number];

export interface Shortfall {
  readonly why: string;
  /** `scenario:check`, or `scenario` for any of its checks. */
  readonly checks: readonly string[];
}

/**
 * Handset keeps nothing between two requests, so that a page can be reloaded and a bridge restarted
 * in the middle of an agent's work: a session is a name for the client's own calls. No tool of
 * Handset's asks back. Clients of revision 2026-07-28 say with every request what those of
 * 2025-11-25 say once, so that theirs can be asked.
 */
const noSessions: readonly Shortfall[] = [
  {
    why: 'a call can ask its client back in a session only that is kept',
    checks: [
      'tools-call-sampling:tools-call-sampling',
      'tools-call-elicitation:tools-call-elicitation',
      'elicitation-sep1034-defaults:elicitation-sep1034-general',
      'elicitation-sep1330-enums:elicitation-sep1330-general',
    ],
  },
  {
    why: 'a stream can be taken up again in a session only that is kept',
    checks: [
      'server-sse-polling:server-sse-priming-event',
      'server-sse-polling:server-sse-retry-field',
    ],
  },
];

const noTasks: Shortfall = {
  why: 'tasks are an extension, which the MCP SDK does not serve',
  checks: [
    'tasks-lifecycle',
    'tasks-capability-negotiation',
    'tasks-wire-fields',
    'tasks-request-state-removal',
    'tasks-mrtr-input',
    'tasks-request-headers',
    'tasks-dispatch-and-envelope',
    'tasks-required-task-error',
    'tasks-mrtr-composition',
  ],
};

export const shortfalls: Readonly<Record<Revision, readonly Shortfall[]>> = {
  '2025-11-25': noSessions,
  '2026-07-28': [noTasks],
};

/**
 * The scenarios that ask for no tool, resource or prompt of the suite's own, so that Handset's own
 * server is asked as well; without the checks that do.
 */
export const withoutFixtures: Readonly<Record<Revision, readonly string[]>> = {
  '2025-11-25': [
    'server-initialize',
    'ping',
    'tools-list',
    'dns-rebinding-protection',
    'server-session-lifecycle',
  ],
  '2026-07-28': [
    'server-stateless',
    'tools-list',
    'server-sse-multiple-streams',
    'dns-rebinding-protection',
    'input-required-result-unsupported-methods',
    'http-header-validation',
  ],
};

/** Checks of these scenarios that call a tool of the suite's own. */
export const needingFixtures: readonly string[] = [
  'server-stateless:sep-2575-server-rejects-undeclared-capability',
  'server-stateless:sep-2575-missing-capability-http-400',
  'server-stateless:sep-2575-server-sends-tools-list-changed-on-subscription',
];
