import { HandsetError } from '#core/errors.ts';
import type { ReadingStatus } from '#core/link/phone-status.ts';
import type { Display, HierarchyReading } from '#core/phone/phone.ts';
import type { Rect } from '#core/geometry.ts';
import type { Focus, Hierarchy } from '#core/screen/screen.ts';
import { pause } from '../../waits/deadline.ts';
import type { AdbConnection } from '../transport/connection.ts';
import { Dumps, type ReadElements } from './dumps.ts';
import type { ProgramLoader } from '../transport/program-files.ts';
import type { ReaderLoader } from './element-reader/reader-process.ts';
import type { ElementReader } from './element-reader/element-reader.ts';

/** The pause between two readings of the foreground app during a dump. */
const focusPauseMs = 500;
/** The first one beside the element reader, which is done before a dump would be; each next one is twice as long. */
const firstFocusPauseMs = 100;
/** After an action, an app that answers it at once has begun by then. */
const actionMs = 30;

const turnedOff: ReadingStatus = { method: 'dump', reason: 'turned off' };

/** What is to be read, and for whom. */
interface ReadOptions {
  /** Aborts when no caller waits for it any more. */
  readonly abandoned: AbortSignal;
  /** Whether somebody has acted on the phone since the last reading. */
  readonly acted: boolean;
  /** Whether to wait for a screen at rest, where the element reader reads; a dump always does. */
  readonly atRest: boolean;
}

/** The foreground app, read at this time (`performance.now()`). */
interface FocusReading {
  readonly focus: Focus;
  /** The keyboard's area; null if it is closed or was not read. */
  readonly keyboard: Rect | null;
  readonly startMs: number;
}

/** Reads the display, the foreground app and the keyboard. */
interface Surroundings {
  readDisplay(signal: AbortSignal): Promise<Display>;
  readFocus(signal: AbortSignal): Promise<Focus>;
  /** The keyboard's area, which a dump does not contain; null if it is closed or unknown. */
  readKeyboard(signal: AbortSignal): Promise<Rect | null>;
  /** Adds the app's name, as far as it is known by now. */
  withName(focus: Focus): Focus;
}

interface FocusPolling {
  readonly ended: AbortSignal;
  readonly abandoned: AbortSignal;
  /** Whether the element reader reads the elements. */
  readonly isFast: boolean;
}

/** Reads the elements of one phone's screen, and the foreground app beside them. */
export class HierarchyReader {
  readonly #connection: AdbConnection;
  readonly #around: Surroundings;
  readonly #dumps: Dumps;
  /** Null if only dumps are used. */
  #elementReader: Promise<ElementReader> | null = null;
  #status: ReadingStatus = turnedOff;
  readonly #listeners = new Set<() => void>();
  readonly #followers = new Set<() => void>();
  #lastFocus: FocusReading | null = null;
  /** The foreground app, as it is while this window is active; null until the element reader has reported a window. */
  #windowFocus: { readonly windowId: number; readonly focus: Focus } | null = null;

  constructor(connection: AdbConnection, around: Surroundings) {
    this.#connection = connection;
    this.#around = around;
    this.#dumps = new Dumps(connection);
  }

  /** How the elements are read. */
  get status(): ReadingStatus {
    return this.#status.method === 'dump' && this.#dumps.isByYadb
      ? { method: 'yadb', reason: this.#status.reason }
      : this.#status;
  }

  /** Calls back when `status` has changed; returns a function that stops it. */
  onStatus(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Lets yadb read screens that never rest, where the element reader does not. */
  useYadb(load: ProgramLoader): void {
    this.#dumps.useYadb(load);
  }

  /** Uses the element reader that `load` loads, or dumps alone. */
  useElementReader(load: ReaderLoader | null): void {
    void this.#elementReader?.then(
      (before) => before.stop(),
      () => undefined,
    );
    this.#elementReader = null;
    if (load === null) return this.#setStatus(turnedOff);
    const loading = import('./element-reader/element-reader.ts').then(
      ({ ElementReader }) =>
        new ElementReader(this.#connection, {
          load,
          onStatus: (status) => {
            if (this.#elementReader === loading) this.#setStatus(status);
          },
          isFollowed: () => this.#followers.size > 0,
          onChange: () => {
            for (const follower of this.#followers) follower();
          },
        }),
    );
    this.#elementReader = loading;
    loading.catch(() => {
      if (this.#elementReader !== loading) return;
      this.#elementReader = null;
      this.#setStatus({ method: 'dump', reason: 'not loaded' });
    });
  }

  /** Resolves once the rotation lock is as it was before the last dump. */
  get rotationRestored(): Promise<unknown> {
    return this.#dumps.rotationRestored;
  }

  /** Frees Android's UiAutomation, which the element reader keeps for some seconds after a reading. */
  async release(): Promise<void> {
    await (await this.#elementReader)?.release();
  }

  /** The next reading asks for the foreground app again, and with it whether the display is off. */
  forgetFocus(): void {
    this.#lastFocus = null;
    this.#windowFocus = null;
  }

  /**
   * Calls back whenever the elements may have changed since the last reading, while the element reader
   * reads; until the returned function is called, UiAutomation is kept after each reading.
   */
  follow(onChange: () => void): () => void {
    const follower = (): void => onChange();
    this.#followers.add(follower);
    return () => {
      this.#followers.delete(follower);
      void this.#elementReader?.then((reader) => reader.releaseLater()).catch(() => undefined);
    };
  }

  #setStatus(status: ReadingStatus): void {
    this.#status = status;
    for (const listener of this.#listeners) listener();
  }

  /**
   * The elements and the foreground app. A dump that has begun runs to its end, even when no caller
   * waits for it any more: the phone can't stop it. Rejects with `dump-failed`, `bad-hierarchy`,
   * `timeout`.
   */
  async read(options: ReadOptions): Promise<HierarchyReading> {
    const { method } = this.status;
    try {
      const reading = await this.#read(options);
      if (reading.events === undefined) this.#dumps.noteFocus(reading.focusAfter);
      return reading;
    } finally {
      if (this.status.method !== method) this.#setStatus(this.#status);
    }
  }

  async #read(options: ReadOptions): Promise<HierarchyReading> {
    const { abandoned, acted, atRest } = options;
    const isFast = this.#status.method === 'reader';
    const ended = new AbortController();
    // Beside a dump there is time for it; a reading by the element reader may confirm the last one.
    const polling =
      isFast && (!acted || !atRest) && this.#lastFocus
        ? Promise.resolve(null)
        : this.#pollFocus({ ended: ended.signal, abandoned, isFast });
    const elementsRead = await this.#readWithDisplay(options, isFast).finally(() => ended.abort());
    const { hierarchy, display, settled, stillMs, changed, windowId } = elementsRead;
    const unchangedSinceMs = performance.now() - stillMs;
    const events = changed && { lastMs: unchangedSinceMs, next: changed };
    const elements = {
      hierarchy,
      display,
      settled,
      ...(events && { events }),
    };
    const focus = this.#focusWithoutReading(elementsRead, atRest);
    if (focus !== null) return { ...elements, focusBefore: focus, focusAfter: focus };
    const isStillInFront = (last: FocusReading | null): boolean =>
      settled &&
      last !== null &&
      last.startMs > unchangedSinceMs &&
      isLasting(last.focus) &&
      isInFront(elementsRead, last.focus);
    const kept = this.#lastFocus;
    const last = isStillInFront(kept) ? kept : await polling;
    const isKnown = last !== null && isStillInFront(last);
    const isDump = hierarchy.byElementReader !== true;
    const after = isKnown ? last : await this.#readFocusNow(abandoned, isDump);
    const focusAfter = after.focus;
    // Another app's window can close without a change of this one.
    const isAlone = focusAfter.otherApps === undefined;
    if (
      windowId !== undefined &&
      isAlone &&
      isLasting(focusAfter) &&
      isInFront(elementsRead, focusAfter) &&
      (isKnown || !changed?.aborted)
    )
      this.#windowFocus = { windowId, focus: focusAfter };
    if (isDump) checkDisplay(hierarchy, focusAfter);
    const focusBefore = last?.focus ?? focusAfter;
    if (!isDump || after.keyboard === null) return { ...elements, focusBefore, focusAfter };
    const withKeyboard = { ...hierarchy, keyboard: after.keyboard };
    return { ...elements, hierarchy: withKeyboard, focusBefore, focusAfter };
  }

  /** The foreground app, if it is known for this window or is not worth a wait; else null. */
  #focusWithoutReading(elements: ReadElements, atRest: boolean): Focus | null {
    const ofWindow = this.#windowFocus;
    if (ofWindow && ofWindow.windowId === elements.windowId && isInFront(elements, ofWindow.focus))
      return this.#around.withName(ofWindow.focus);
    if (!elements.changed || atRest) return null;
    // Reading it takes longer than reading the elements.
    const kept = this.#lastFocus;
    if (kept && isInFront(elements, kept.focus)) return kept.focus;
    return { packageName: elements.hierarchy.roots[0]?.packageName ?? null, activity: null };
  }

  /** Reads the elements and their display. The element reader sends both, which is faster than a command. */
  async #readWithDisplay(
    options: ReadOptions,
    isFast: boolean,
  ): Promise<ReadElements & { readonly display: Display }> {
    const readDisplay = (): Promise<Display> => this.#around.readDisplay(options.abandoned);
    const beside = isFast ? null : readDisplay();
    beside?.catch(() => undefined);
    const elements = await this.#readElements(options);
    return { ...elements, display: elements.display ?? (await (beside ?? readDisplay())) };
  }

  async #readElements({ abandoned, acted, atRest }: ReadOptions): Promise<ReadElements> {
    const elementReader = await this.#elementReader?.catch(() => null);
    if (!elementReader) return await this.#dumps.read(abandoned);
    return (
      (await elementReader.read({ acted, atRest })) ??
      (await elementReader.compareWith(() => this.#dumps.read(abandoned)))
    );
  }

  /** Reads the foreground app once, and again and again until `ended`; the last reading, null if none succeeded. */
  async #pollFocus({ ended, abandoned, isFast }: FocusPolling): Promise<FocusReading | null> {
    let last = null;
    let pauseMs = isFast ? firstFocusPauseMs : focusPauseMs;
    // The app that was acted on needs a moment.
    if (isFast) await pause(actionMs, ended);
    do {
      try {
        // The next one beside a dump is not worth a wait: the last is recent enough.
        const signal = last && !isFast ? ended : abandoned;
        last = await this.#readFocusNow(signal, !isFast);
      } catch {
        // The reading of the elements fails for the same reason, or has ended.
        break;
      }
      await pause(pauseMs, ended);
      pauseMs = Math.min(pauseMs * 2, focusPauseMs);
    } while (!ended.aborted);
    return last;
  }

  async #readFocusNow(signal: AbortSignal, needsKeyboard: boolean): Promise<FocusReading> {
    const startMs = performance.now();
    const [focus, keyboard] = await Promise.all([
      this.#around.readFocus(signal),
      needsKeyboard ? this.#around.readKeyboard(signal) : null,
    ]);
    this.#lastFocus = { focus, keyboard, startMs };
    return this.#lastFocus;
  }
}

/** Whether the elements are those of the app that has the focus. */
function isInFront(
  { hierarchy, isFocusElsewhere = false }: ReadElements,
  { packageName, focusedDisplay }: Focus,
): boolean {
  return (
    hierarchy.roots.some((root) => root.packageName === packageName) &&
    isFocusElsewhere === (focusedDisplay !== undefined)
  );
}

/** Whether the focus stays until the elements change: the power button turns the display on without that. */
function isLasting({ isDisplayOff }: Focus): boolean {
  return isDisplayOff !== true;
}

/** Throws `dump-failed` if the elements are those of another display, which has the focus. */
function checkDisplay({ roots }: Hierarchy, { packageName, focusedDisplay }: Focus): void {
  if (focusedDisplay === undefined || roots.some((root) => root.packageName === packageName))
    return;
  throw new HandsetError(
    'dump-failed',
    `The element list couldn't be read: the focused window is on display ${focusedDisplay}, and a dump reads only that one.`,
    {
      hint: "Give the phone's own screen the focus: open an app with open_app, or tap the screen. Then try again.",
    },
  );
}
