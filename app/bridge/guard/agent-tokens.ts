import { randomUUID, timingSafeEqual } from 'node:crypto';
import { unwatchFile, watchFile } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { HandsetError, describeThrown } from '#core/errors.ts';
import { isOwnAgentName, SHARED_SUFFIX } from '#core/mcp/agent-path.ts';
import type {
  AgentLimits,
  AgentTokens,
  NewAgentToken,
  StoredAgentToken,
} from '#core/relay/agent-tokens.ts';
import type { StreamOpening } from '#core/relay/bridge-end.ts';
import type { AgentTokenTarget } from '#core/relay/frames.ts';
import { MAX_AGENT_TOKENS, WAITS } from '../limits.ts';
import { type RequestRefusal, bearerOf, checkBearer, digest } from './check-request.ts';
import {
  type Secrets,
  changeSecrets,
  findSecrets,
  isAgentToken,
  newAgentToken,
  secretsPath,
} from './secrets.ts';

/** Who sends a request, by its token. */
export interface AgentIdentity {
  /** The id of the agent's own token; null for the shared one. */
  readonly tokenId: string | null;
  /** What that token allows at most; null for the shared one. */
  readonly limits: AgentLimits | null;
  /** The agent's name: that of its token, whatever it claims. With the shared token it is the claimed one, unless a token has it. */
  nameOf(claimed: string): string;
}

/** Options of `AgentTokenStore`. */
interface AgentTokenStoreOptions {
  /** The folder of the secrets file. */
  readonly folder: string;
  /** The token that agents share. */
  readonly token: string;
  /** A sentence that says where to find it. */
  readonly tokenLocation: string;
  readonly pageSecret: string;
}

/** How often to look at least: a timer does not know that the clock is set, nor that the computer sleeps. */
const EXPIRY_CHECK_MS = 60_000;

/**
 * The tokens of single agents. The file of the secrets has their hashes; the bridges that share it follow its
 * changes, so that a token revoked at one is revoked at all.
 */
export class AgentTokenStore {
  /** Called at every change of `state`. */
  onChange: () => void = () => undefined;
  /** Called with the id of a token that was revoked or has expired, or null for the shared one, and why. */
  onEnded: (tokenId: string | null, error: HandsetError) => void = () => undefined;
  readonly #options: AgentTokenStoreOptions;
  #tokens: readonly StoredAgentToken[] = [];
  #isSharedAccepted = true;
  #expiryTimer: ReturnType<typeof setTimeout> | undefined;
  /** The last reading or change of the file: one at a time, so that none applies what was before another. */
  #lastAccess: Promise<unknown> = Promise.resolve();
  readonly #reload = (): void => void this.#load();

  private constructor(options: AgentTokenStoreOptions) {
    this.#options = options;
  }

  /** Reads the stored tokens, and follows their changes until it is closed. */
  static async open(options: AgentTokenStoreOptions): Promise<AgentTokenStore> {
    const store = new AgentTokenStore(options);
    await store.#load();
    const watching = { interval: WAITS.secretsCheckMs, persistent: false };
    watchFile(secretsPath(options.folder), watching, store.#reload);
    return store;
  }

  /** Stops following the file; resolves when nothing is being written. */
  async close(): Promise<void> {
    unwatchFile(secretsPath(this.#options.folder), this.#reload);
    clearTimeout(this.#expiryTimer);
    await this.#lastAccess;
  }

  /** The tokens as consoles see them. */
  get state(): AgentTokens {
    const tokens = this.#tokens.map(({ hash: _, ...token }) => token);
    return { tokens, isSharedAccepted: this.#isSharedAccepted };
  }

  /** Who sends this request, or why it is refused. */
  identify(headers: IncomingHttpHeaders): AgentIdentity | RequestRefusal {
    const { token: sharedToken, tokenLocation } = this.#options;
    const notShared = checkBearer(headers, sharedToken, tokenLocation);
    if (notShared === null) {
      if (!this.#isSharedAccepted) return refusal('shared');
      return { tokenId: null, limits: null, nameOf: (claimed) => this.#sharedName(claimed) };
    }
    const sent = bearerOf(headers);
    if (sent === undefined || !isAgentToken(sent)) return notShared;
    const hash = digest(sent);
    const [token] = this.#tokens.filter((each) =>
      timingSafeEqual(hash, Buffer.from(each.hash, 'hex')),
    );
    if (token === undefined) return refusal('unknown');
    if (isExpired(token)) return refusal('expired');
    this.#noteUse(token);
    const { id, agent, grade, phone } = token;
    return { tokenId: id, limits: { grade, phone }, nameOf: () => agent };
  }

  /** Changes tokens for a console; never rejects. */
  async serve({ target, stream, accept }: StreamOpening<AgentTokenTarget>): Promise<void> {
    const { change } = target;
    try {
      let made = '';
      if (change.kind === 'make') made = await this.#make(change);
      else if (change.kind === 'revoke')
        await this.#change(({ agents }) => ({
          agents: agents.filter(({ id }) => id !== change.id),
        }));
      else await this.#change(() => ({ isSharedAccepted: change.isAccepted }));
      accept();
      await stream.write(new TextEncoder().encode(made));
      stream.end();
    } catch (error) {
      const message = `The tokens could not be stored: ${describeThrown(error)}`;
      stream.end(
        error instanceof HandsetError ? error : new HandsetError('command-failed', message),
      );
    }
  }

  /** Stores a new token and returns it. */
  async #make({ agent, grade, phone, untilEpochMs }: NewAgentToken): Promise<string> {
    if (!isOwnAgentName(agent)) throw badNameError(agent);
    if (isExpired({ untilEpochMs }))
      throw invalidTokenError('A token can’t end in the past.', 'Choose a later day.');
    const token = newAgentToken();
    const made: StoredAgentToken = {
      id: randomUUID(),
      agent,
      grade,
      phone,
      untilEpochMs,
      madeAtEpochMs: Date.now(),
      usedAtEpochMs: null,
      hash: digest(token).toString('hex'),
    };
    await this.#change(({ agents }) => {
      if (agents.some((each) => isSameName(each.agent, agent)))
        throw invalidTokenError(`There is a token named ${agent} already.`, chooseOther);
      if (agents.length >= MAX_AGENT_TOKENS)
        throw invalidTokenError(`There are ${agents.length} tokens, the most allowed.`, revokeOne);
      return { agents: [...agents, made] };
    });
    return token;
  }

  #change(change: (secrets: Secrets) => Partial<Secrets>): Promise<void> {
    const { folder, pageSecret } = this.#options;
    return this.#inTurn(() =>
      changeSecrets(folder, (stored) => {
        // After --new-token, a page of the time before may change nothing.
        if (stored.page !== pageSecret) throw replacedError();
        return { ...stored, ...change(stored) };
      }),
    );
  }

  /** Reads the file; one that is gone or damaged changes nothing before the next start. */
  #load(): Promise<void> {
    return this.#inTurn(() => findSecrets(this.#options.folder).catch(() => null));
  }

  async #inTurn(access: () => Promise<Secrets | null>): Promise<void> {
    const done = this.#lastAccess.then(access);
    this.#lastAccess = done.catch(() => undefined);
    const secrets = await done;
    if (secrets !== null) this.#apply(secrets);
  }

  #apply({ agents, isSharedAccepted }: Secrets): void {
    const before = this.#tokens;
    const wasSharedAccepted = this.#isSharedAccepted;
    this.#tokens = agents;
    this.#isSharedAccepted = isSharedAccepted;
    for (const { id } of before)
      if (agents.every((each) => each.id !== id)) this.onEnded(id, endedError('revoked'));
    if (wasSharedAccepted && !isSharedAccepted) this.onEnded(null, endedError('shared'));
    this.#expire();
    this.onChange();
  }

  /** Ends what has expired, now and when the next one does. */
  #expire(): void {
    clearTimeout(this.#expiryTimer);
    const waits: number[] = [];
    for (const token of this.#tokens) {
      if (isExpired(token)) this.onEnded(token.id, endedError('expired'));
      else if (token.untilEpochMs !== null) waits.push(token.untilEpochMs - Date.now());
    }
    if (waits.length === 0) return;
    const waitMs = Math.min(...waits, EXPIRY_CHECK_MS);
    this.#expiryTimer = setTimeout(() => this.#expire(), waitMs).unref();
  }

  /** Notes, once a minute, that the token is used. */
  #noteUse({ id, usedAtEpochMs }: StoredAgentToken): void {
    const minuteMs = 60_000;
    const usedAt = Math.floor(Date.now() / minuteMs) * minuteMs;
    if (usedAtEpochMs === usedAt) return;
    const noted = (agents: readonly StoredAgentToken[]): readonly StoredAgentToken[] =>
      agents.map((each) => (each.id === id ? { ...each, usedAtEpochMs: usedAt } : each));
    this.#tokens = noted(this.#tokens);
    this.onChange();
    // Where it can't be stored, the panel says less after a restart.
    this.#change(({ agents }) => ({ agents: noted(agents) })).catch(() => undefined);
  }

  #sharedName(claimed: string): string {
    const isTaken = this.#tokens.some(({ agent }) => isSameName(agent, claimed));
    return isTaken ? claimed + SHARED_SUFFIX : claimed;
  }
}

/** People don't tell Cursor from cursor. */
function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

export function isExpired({ untilEpochMs }: Pick<NewAgentToken, 'untilEpochMs'>): boolean {
  return untilEpochMs !== null && untilEpochMs <= Date.now();
}

const reasons = {
  revoked: "The user has revoked this agent's token.",
  expired: "This agent's token has expired.",
  unknown: "This agent token is unknown here: it was revoked, or is another computer's.",
  shared: 'Agents need a token of their own here: the user has revoked the shared one for them.',
} as const;
type Reason = keyof typeof reasons;

const askForToken =
  'Ask the user for a new one: “New agent token” in the Agents panel of the Handset console.';

/** Refuses a request before it begins. */
function refusal(why: Reason): RequestRefusal {
  return { status: 401, message: `${reasons[why]} ${askForToken}` };
}

/** Ends a request that has begun. */
function endedError(why: Reason): HandsetError {
  const message = `${reasons[why]} The call may or may not have run.`;
  return new HandsetError('cancelled', message, { hint: askForToken });
}

function invalidTokenError(message: string, hint: string): HandsetError {
  return new HandsetError('invalid-argument', message, { hint });
}

const chooseOther = 'Choose another name, or revoke that one first.';
const revokeOne = 'Revoke one that is not used.';

function badNameError(agent: string): HandsetError {
  return invalidTokenError(
    `An agent's token can't have the name ${JSON.stringify(agent)}.`,
    `Use 1 to 40 letters, digits, "_", "." and "-", beginning with a letter or digit; not "you", "steps" or an end in "${SHARED_SUFFIX}".`,
  );
}

function replacedError(): HandsetError {
  const message = 'The secrets of this bridge were replaced by --new-token.';
  return new HandsetError('unsupported', message, {
    hint: 'Restart the bridge, and open the address that it prints.',
  });
}
