import { HandsetError } from '../../core/errors.ts';
import type { Size } from '../../core/geometry.ts';
import type { ActingWay, PersonInput } from '../../core/link/live.ts';
import type { AdbPhone } from '../adb/adb-phone.ts';
import type { PhoneSession } from '../session/session.ts';
import { type HandInput, HandsQueue } from './hands-queue.ts';
import { Hold } from './hold.ts';
import { TouchSpace } from './touch-space.ts';

/** Later input would hit another screen than the one the person saw. */
const patienceMs = 3_000;

/** What the person's input is connected to. */
interface HandsParts {
  readonly session: Pick<PhoneSession, 'connected' | 'phone'>;
  /** Runs the work when the phone is free, and keeps the turn until it settles; the signal ends the waiting. */
  inTurn(phone: AdbPhone, signal: AbortSignal, work: () => Promise<void>): Promise<void>;
  /** Called right before every input is sent to the phone. */
  onSent(): void;
}

/**
 * Sends the person's input on the live picture to the phone, in order. The phone does one thing at a
 * time: from the first finger down to the last one up, agents wait.
 */
export class PersonHands {
  readonly #parts: HandsParts;
  readonly #queue = new HandsQueue();
  #working: Promise<void> | null = null;
  #space: TouchSpace | null = null;
  #picture: Size | null = null;
  #stop = new AbortController();

  constructor(parts: HandsParts) {
    this.#parts = parts;
  }

  /** Sets the size of the live picture, in the phone's rotation; null without one. */
  pictureIs(size: Size | null): void {
    this.#picture = size;
    const phone = this.#parts.session.connected;
    if (size !== null && phone !== null) this.#spaceOf(phone).prepare(size);
  }

  /**
   * Resolves when the phone has received it. Rejects as the input methods of the phone do, and with
   * `timeout` when an agent's call kept the phone for too long.
   */
  async send(input: PersonInput): Promise<void> {
    await this.#do(input);
  }

  /** Copies or cuts the selection on the phone; resolves to its text. Rejects as `send` does. */
  async copySelection(how: 'copy' | 'cut'): Promise<string | null> {
    return await this.#do({ kind: 'copy', how });
  }

  /** Releases everything and drops waiting input; resolves when no finger is down. */
  async stop(): Promise<void> {
    const stopped = this.#stop;
    this.#stop = new AbortController();
    stopped.abort();
    await this.#working;
  }

  async #do(input: HandInput): Promise<string | null> {
    const done = this.#queue.add(input, performance.now());
    this.#working ??= this.#work().finally(() => {
      this.#working = null;
    });
    return await done;
  }

  /** Runs until no input waits. Never rejects. */
  async #work(): Promise<void> {
    while (!this.#queue.isEmpty) {
      const { signal } = this.#stop;
      try {
        await this.#hold(signal);
      } catch (error) {
        this.#queue.rejectAll(error);
      }
      if (signal.aborted) this.#queue.rejectAll(stopped());
    }
  }

  async #hold(signal: AbortSignal): Promise<void> {
    const { session, inTurn, onSent } = this.#parts;
    const phone = await session.phone(AbortSignal.any([signal, patience()]));
    const pictureSize = (): Size | null => this.#picture;
    const space = this.#spaceOf(phone);
    const hold = new Hold({ phone, queue: this.#queue, space, pictureSize, onSent });
    const late = patience();
    try {
      await inTurn(phone, AbortSignal.any([signal, late]), () => hold.run(signal));
    } catch (error) {
      throw late.aborted && !hold.begun && !signal.aborted ? tooLate(error) : error;
    }
  }

  #spaceOf(phone: AdbPhone): TouchSpace {
    if (this.#space?.phone !== phone) this.#space = new TouchSpace(phone);
    return this.#space;
  }
}

function patience(): AbortSignal {
  return AbortSignal.timeout(patienceMs);
}

function stopped(): HandsetError {
  return new HandsetError('cancelled', 'Everything was stopped; this was not sent.');
}

function tooLate(cause: unknown): HandsetError {
  const message = `An agent's call has kept the phone for ${patienceMs / 1000} s; what you did meanwhile was not sent.`;
  return new HandsetError('timeout', message, {
    hint: 'Try again in a moment, or press Stop everything.',
    cause,
  });
}

const unknown: ActingWay = { way: null, whyNotScrcpy: null };

/** Reports the input backend of the connected phone, whenever either changes. */
export function tellWay(
  session: Pick<PhoneSession, 'connected' | 'onChange'>,
  tell: (way: ActingWay) => void,
): void {
  let phone: AdbPhone | null = null;
  let stop = (): void => undefined;
  let told = JSON.stringify(unknown);
  const tellNow = (): void => {
    const way = phone?.wayTaken ?? unknown;
    const text = JSON.stringify(way);
    if (text !== told) tell(way);
    told = text;
  };
  session.onChange(() => {
    if (session.connected !== phone) {
      stop();
      phone = session.connected;
      stop = phone?.onWay(tellNow) ?? ((): void => undefined);
    }
    tellNow();
  });
}
