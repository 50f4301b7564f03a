/**
 * What an agent in another window or frame and the console say before a port joins them, as
 * `window.postMessage` carries it. The port then speaks MCP, and nothing of this any more.
 *
 *     agent   handset:connect {id}            "let me in"
 *     console handset:asking {id}             the person is asked; only for other origins
 *     console handset:connected {id, agent}   with the MessagePort
 *     console handset:refused {id, reason, message}
 *     console handset:closed {id}             the console goes, and the connection with it
 *     agent   handset:withdraw {id}           "never mind"
 *
 * `handset:ping` is answered by `handset:ready`, which a console also says by itself, once, to
 * whoever embeds or opened it: `isNew`. Names and members stay; new ones may come.
 */

/**
 * Why there is no port. `refused`: the person said no. `unanswered`: nobody said anything in time.
 * `no-origin`: the page has no address to be asked about (a sandboxed frame, a file).
 * `too-many`: more doors or requests than anyone needs.
 */
const refusalReasons = ['refused', 'unanswered', 'no-origin', 'too-many'] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** What an agent says. */
export type Ask =
  | { readonly type: 'handset:ping' }
  | { readonly type: 'handset:connect' | 'handset:withdraw'; readonly id: string };

/** What the console says. */
export type Tell =
  | { readonly type: 'handset:ready'; readonly version: string; readonly isNew: boolean }
  | { readonly type: 'handset:asking' | 'handset:closed'; readonly id: string }
  | { readonly type: 'handset:connected'; readonly id: string; readonly agent: string }
  | {
      readonly type: 'handset:refused';
      readonly id: string;
      readonly reason: RefusalReason;
      /** A sentence for a person. */
      readonly message: string;
    };

/** The person is asked for so long. */
export const answerDeadlineMs = 60_000;

/** Longer ids are nobody's. */
const longestId = 64;

/** What the message asks for; null where it is none of ours. */
export function readAsk(data: unknown): Ask | null {
  const { type, id } = membersOf(data);
  if (type === 'handset:ping') return { type };
  if (type !== 'handset:connect' && type !== 'handset:withdraw') return null;
  return typeof id === 'string' && id.length <= longestId ? { type, id } : null;
}

/** What the console has said; null where it is nothing that we know. */
export function readTell(data: unknown): Tell | null {
  const { type, id, version, isNew, agent, reason, message } = membersOf(data);
  if (type === 'handset:ready') return { type, version: String(version), isNew: isNew === true };
  if (typeof id !== 'string') return null;
  if (type === 'handset:asking' || type === 'handset:closed') return { type, id };
  if (type === 'handset:connected') return { type, id, agent: String(agent) };
  if (type !== 'handset:refused') return null;
  const known = refusalReasons.find((each) => each === reason) ?? 'refused';
  return { type, id, reason: known, message: String(message) };
}

/** The members of an object, each still unknown; of anything else none. */
export function membersOf(data: unknown): Readonly<Record<string, unknown>> {
  return typeof data === 'object' && data !== null ? { ...data } : {};
}
