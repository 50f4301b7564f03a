/** Requirements that Handset does not meet, and why. A listed check that passes fails the test, so the list stays true. */

/** The MCP revisions for which the suite has requirements. */
export const revisions = ['2025-11-25', '2026-07-28'] as const;
export type Revision = (typeof revisions)[number];

export interface Shortfall {
  readonly why: string;
  /** `scenario:check`, or `scenario` for any of its checks. */
  readonly checks: readonly string[];
}

/**
 * Handset keeps no state between two requests, so that a page can reload and a bridge restart during
 * an agent's work; a session only groups a client's calls. Clients of revision 2026-07-28 declare
 * their capabilities in every request, so they can be asked for input; clients of 2025-11-25 declare
 * them once per session. No tool of Handset asks for input.
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
 * Scenarios that need no fixture tool, resource or prompt, and so run against Handset's own server
 * too, except for the checks in `checksNeedingFixtures`.
 */
export const scenariosWithoutFixtures: Readonly<Record<Revision, readonly string[]>> = {
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

/** Checks of those scenarios that call a fixture tool. */
export const checksNeedingFixtures: readonly string[] = [
  'server-stateless:sep-2575-server-rejects-undeclared-capability',
  'server-stateless:sep-2575-missing-capability-http-400',
  'server-stateless:sep-2575-server-sends-tools-list-changed-on-subscription',
];
