/**
 * The `window.postMessage` protocol by which an agent in another window or frame gets a MessagePort
 * from the console. Over the port they then speak MCP only.
 *
 *     agent   handset:connect {id}            requests a connection
 *     console handset:asking {id}             the user is asked; only for other origins
 *     console handset:connected {id, agent}   with the MessagePort
 *     console handset:refused {id, reason, message}
 *     console handset:closed {id}             the connection has ended
 *     agent   handset:withdraw {id}           withdraws the request
 *
 * The console answers `handset:ping` with `handset:ready`. It also sends that once on load, with
 * `isNew`, to the window that embeds or opened it. Names and members are stable; more may be added.
 */
import { membersOf } from '../ui/json.ts';

/**
 * Why there is no port. `refused`: the user refused. `unanswered`: the user did not answer in
 * time. `no-origin`: the page has an opaque origin (a sandboxed frame, a file). `too-many`: too many
 * connections or requests.
 */
const refusalReasons = ['refused', 'unanswered', 'no-origin', 'too-many'] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** A message from an agent. */
export type AgentMessage =
  | { readonly type: 'handset:ping' }
  | { readonly type: 'handset:connect' | 'handset:withdraw'; readonly id: string };

/** A message from the console. */
export type ConsoleMessage =
  | { readonly type: 'handset:ready'; readonly version: string; readonly isNew: boolean }
  | { readonly type: 'handset:asking' | 'handset:closed'; readonly id: string }
  | { readonly type: 'handset:connected'; readonly id: string; readonly agent: string }
  | {
      readonly type: 'handset:refused';
      readonly id: string;
      readonly reason: RefusalReason;
      /** For a user to read. */
      readonly message: string;
    };

/** How long the console waits for the user's answer. */
export const answerTimeoutMs = 60_000;

/** Characters; messages with longer ids are ignored. */
const maxIdLength = 64;

/** Parses an agent's message; null for any other. */
export function parseAgentMessage(data: unknown): AgentMessage | null {
  const { type, id } = membersOf(data);
  if (type === 'handset:ping') return { type };
  if (type !== 'handset:connect' && type !== 'handset:withdraw') return null;
  return typeof id === 'string' && id.length <= maxIdLength ? { type, id } : null;
}

/** Parses a message from the console; null for any other. */
export function parseConsoleMessage(data: unknown): ConsoleMessage | null {
  const { type, id, version, isNew, agent, reason, message } = membersOf(data);
  if (type === 'handset:ready') return { type, version: textOf(version), isNew: isNew === true };
  if (typeof id !== 'string') return null;
  if (type === 'handset:asking' || type === 'handset:closed') return { type, id };
  if (type === 'handset:connected') return { type, id, agent: textOf(agent) };
  if (type !== 'handset:refused') return null;
  const knownReason = refusalReasons.find((each) => each === reason) ?? 'refused';
  return { type, id, reason: knownReason, message: textOf(message) };
}

/** Of an object there is no text: it may have a `toString` that is no function. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
