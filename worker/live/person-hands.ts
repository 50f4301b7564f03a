import { HandsetError } from '../../core/errors.ts';
import type { PersonInput } from '../../core/link/live.ts';
import type { PhoneSession } from '../session/session.ts';

/** Does to the phone what the person does to its live picture. */
export class PersonHands {
  readonly #session: PhoneSession;

  constructor(session: PhoneSession) {
    this.#session = session;
  }

  /** Resolves when the phone has taken it. Rejects with what the phone's acting methods reject with. */
  async send(_input: PersonInput, signal: AbortSignal): Promise<void> {
    await this.#session.phone(signal);
    throw new HandsetError('unsupported', 'Not built yet.');
  }
}
