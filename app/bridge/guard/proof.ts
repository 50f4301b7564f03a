import { createHmac, randomBytes } from 'node:crypto';
import { sameSecret } from './check-request.ts';

const CHALLENGE_FORM = /^[A-Za-z0-9_-]{22,64}$/;

/** Text that nobody has seen before, for a bridge to answer. */
export function newChallenge(): string {
  return randomBytes(32).toString('base64url');
}

/** What bridges of one person share; only together do they make one bridge the other's stand-in. */
export interface SharedSecrets {
  readonly token: string;
  readonly pageSecret: string;
}

/**
 * Shows who asks that the bridge on this port knows both secrets, without telling them; `null`
 * where the challenge is none of ours. The port is in it, so that a program on another one can't
 * pass on what the bridge answered here.
 */
export function proofOf(
  { token, pageSecret }: SharedSecrets,
  port: number,
  challenge: string,
): string | null {
  if (!CHALLENGE_FORM.test(challenge)) return null;
  // Neither secret holds a space.
  const key = `${token} ${pageSecret}`;
  return createHmac('sha256', key).update(`handset ${port} ${challenge}`).digest('base64url');
}

/** Whether a proof is the one that our secrets make. */
export function isProof(proof: string, expected: string | null): boolean {
  return expected !== null && sameSecret(proof, expected);
}
