import { HandsetError } from '#core/errors.ts';
import type { Size } from '#core/geometry.ts';
import type { InputBackendStatus, UserInputEvent } from '#core/link/live.ts';
import type { AdbPhone } from '../adb/adb-phone.ts';
import type { PhoneSession } from '../session/session.ts';
import { type InputRequest, InputQueue } from './input-queue.ts';
import type { StepRecorder } from '../steps/step-recorder.ts';
import { InputSession } from './input-session.ts';
import { ScreenSizeCache } from './screen-size-cache.ts';

/** Input that waited longer is rejected: it would hit another screen than the one the user saw. */
const waitTimeoutMs = 3_000;

/** What the user's input is connected to. */
interface UserInputOptions {
  readonly session: Pick<PhoneSession, 'connected' | 'phone'>;
  /** Runs the work when the phone is free, and keeps the turn until it settles; the signal ends the waiting. */
  runExclusive(phone: AdbPhone, signal: AbortSignal, work: () => Promise<void>): Promise<void>;
  /** Called right before every input is sent to the phone. */
  onBeforeSend(): void;
  readonly recorder: StepRecorder;
}

/**
 * Sends the user's input on the live picture to the phone, in order. The phone does one thing at a
 * time: from the first finger down to the last one up, agents wait.
 */
export class UserInputSender {
  readonly #options: UserInputOptions;
  readonly #queue = new InputQueue();
  #working: Promise<void> | null = null;
  #screenSizes: ScreenSizeCache | null = null;
  #picture: Size | null = null;
  #stop = new AbortController();

  constructor(options: UserInputOptions) {
    this.#options = options;
  }

  /** Sets the size of the live picture, in the phone's rotation; null without one. */
  setPictureSize(size: Size | null): void {
    this.#picture = size;
    const phone = this.#options.session.connected;
    if (size !== null && phone !== null) this.#screenSizesOf(phone).refresh(size);
  }

  /**
   * Resolves when the phone has received it. Rejects as the input methods of the phone do, and with
   * `timeout` when an agent's call kept the phone for too long.
   */
  async send(input: UserInputEvent): Promise<void> {
    await this.#enqueue(input);
  }

  /** Copies or cuts the selection on the phone; resolves to its text, or null if the clipboard did not change. Rejects as `send` does. */
  async copySelection(how: 'copy' | 'cut'): Promise<string | null> {
    return await this.#enqueue({ kind: 'copy', how });
  }

  /** Releases everything and drops waiting input; resolves when no finger is down. */
  async stop(): Promise<void> {
    const stopping = this.#stop;
    this.#stop = new AbortController();
    stopping.abort();
    await this.#working;
  }

  async #enqueue(input: InputRequest): Promise<string | null> {
    const done = this.#queue.enqueue(input, performance.now());
    this.#working ??= this.#processQueue();
    return await done;
  }

  /** Runs until no input waits. Never rejects. */
  async #processQueue(): Promise<void> {
    while (!this.#queue.isEmpty) {
      const { signal } = this.#stop;
      try {
        await this.#runSession(signal);
      } catch (error) {
        this.#queue.rejectAll(error);
      }
      if (signal.aborted) this.#queue.rejectAll(inputStopped());
    }
    // In the same step as the last look at the queue: input that comes later must start it again.
    this.#working = null;
  }

  async #runSession(signal: AbortSignal): Promise<void> {
    const { session, runExclusive, onBeforeSend, recorder } = this.#options;
    const phone = await session.phone(AbortSignal.any([signal, queueTimeout()]));
    const pictureSize = (): Size | null => this.#picture;
    const screenSizes = this.#screenSizesOf(phone);
    const inputSession = new InputSession({
      phone,
      queue: this.#queue,
      screenSizes,
      pictureSize,
      onBeforeSend,
      recorder,
    });
    const timeout = queueTimeout();
    try {
      await runExclusive(phone, AbortSignal.any([signal, timeout]), () =>
        inputSession.sendQueued(signal),
      );
    } catch (error) {
      throw timeout.aborted && !inputSession.hasStarted && !signal.aborted
        ? tooLateError(error)
        : error;
    }
  }

  #screenSizesOf(phone: AdbPhone): ScreenSizeCache {
    if (this.#screenSizes?.phone !== phone) this.#screenSizes = new ScreenSizeCache(phone);
    return this.#screenSizes;
  }
}

function queueTimeout(): AbortSignal {
  return AbortSignal.timeout(waitTimeoutMs);
}

function inputStopped(): HandsetError {
  return new HandsetError('cancelled', "Everything was stopped, so this wasn't sent.");
}

function tooLateError(cause: unknown): HandsetError {
  const message = `An agent's call has been using the phone for ${waitTimeoutMs / 1000} s, so your input wasn't sent.`;
  return new HandsetError('timeout', message, {
    hint: 'Try again in a moment, or click Stop.',
    cause,
  });
}

const unknownStatus: InputBackendStatus = { backend: null, scrcpyProblem: null };

/** Reports the input backend of the connected phone, whenever the phone or its backend changes. */
export function reportInputStatus(
  session: Pick<PhoneSession, 'connected' | 'onChange'>,
  report: (status: InputBackendStatus) => void,
): void {
  let phone: AdbPhone | null = null;
  let stop = (): void => undefined;
  let lastJson = JSON.stringify(unknownStatus);
  const reportNow = (): void => {
    const status = phone?.inputStatus ?? unknownStatus;
    const text = JSON.stringify(status);
    if (text !== lastJson) report(status);
    lastJson = text;
  };
  session.onChange(() => {
    if (session.connected !== phone) {
      stop();
      phone = session.connected;
      stop = phone?.onInputStatus(reportNow) ?? ((): void => undefined);
    }
    reportNow();
  });
}
