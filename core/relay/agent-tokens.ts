/** The tokens of single agents, as the bridge keeps them and as consoles see them. */
import * as z from 'zod';
import { MAX_TEXT_CHARACTERS } from './limits.ts';

const limitedText = z.string().max(MAX_TEXT_CHARACTERS);

/** What a token allows its agent at most, whatever the rules allow. */
export const agentLimits = z.strictObject({
  /** Reading only; acting if the user allows each action; acting, and risky calls if the user allows each; all that the rules allow. */
  grade: z.enum(['read', 'ask', 'ask-if-risky', 'all']),
  /** The only phone that the agent reaches; null for any. */
  phone: z.strictObject({ serial: limitedText, model: limitedText }).nullable(),
});
export type AgentLimits = z.infer<typeof agentLimits>;
export type AgentGrade = AgentLimits['grade'];

/** What the user says of a new token. */
const newAgentToken = agentLimits.extend({
  /** The agent's name, by which rules, questions and turns know it. */
  agent: z.string().max(64),
  /** When it ends; null for never. */
  untilEpochMs: z.int().nullable(),
});
export type NewAgentToken = z.infer<typeof newAgentToken>;

const agentToken = newAgentToken.extend({
  id: z.string(),
  madeAtEpochMs: z.int(),
  /** When its agent last sent a request, to the minute; null for never. */
  usedAtEpochMs: z.int().nullable(),
});
/** A token of one agent, without the token itself, which nobody keeps. */
export type AgentToken = z.infer<typeof agentToken>;

/** A token as the bridge stores it, with its SHA-256 in hex. */
export const storedAgentToken = agentToken.extend({ hash: z.string().regex(/^[\da-f]{64}$/) });
export type StoredAgentToken = z.infer<typeof storedAgentToken>;

/** The tokens of agents, and whether the shared token still serves agents. */
export const agentTokens = z.strictObject({
  tokens: z.array(agentToken),
  isSharedAccepted: z.boolean(),
});
export type AgentTokens = z.infer<typeof agentTokens>;

/** What a console of the bridge's own origin may change; of a new token, the bridge answers with the token. */
export const agentTokenChange = z.discriminatedUnion('kind', [
  newAgentToken.extend({ kind: z.literal('make') }),
  z.strictObject({ kind: z.literal('revoke'), id: z.string() }),
  z.strictObject({ kind: z.literal('accept-shared'), isAccepted: z.boolean() }),
]);
export type AgentTokenChange = z.infer<typeof agentTokenChange>;
