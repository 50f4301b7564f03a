import type { Point } from '../../geometry.ts';
import { keyCode, type KeyModifiers } from '../world.ts';
import type { AndroidVersion } from '../options.ts';
import type { System } from '../system.ts';
import { UnstalledClock } from '../time.ts';
import { JavaError, type ServerLog } from './log.ts';

/** The supported actions of android.view.MotionEvent. */
export const motionAction = { down: 0, up: 1, move: 2, cancel: 3 } as const;

/** The actions of android.view.KeyEvent. */
const keyAction = { down: 0, up: 1 } as const;

/** Guess: any process number will do. */
const serverPid = 20_777;
/** Maximum number of pointers (PointersState.java). */
const maxPointers = 10;

/** The effect of one event on the screen. `pointer` is the pointer id there, 0 to 9. */
interface PointerChange {
  readonly pointer: number;
  readonly action: 'down' | 'move' | 'up' | 'cancel';
}

interface Pointer {
  readonly id: bigint;
  readonly localId: number;
}

/**
 * Tracks the client's pointers by their 64-bit ids, and which of them are down on the screen:
 * Android's InputDispatcher drops events that are inconsistent with previous ones.
 */
export class PointerTracker {
  #known: readonly Pointer[] = [];
  /** Local ids that are down in the current gesture. */
  readonly #down = new Set<number>();

  /** Whether a gesture is in progress. */
  get touching(): boolean {
    return this.#down.size > 0;
  }

  /** Finds or adds the client's pointer; undefined if there are too many. A new one stays until its up event. */
  find(id: bigint): Pointer | undefined {
    const existing = this.#known.find((pointer) => pointer.id === id);
    if (existing !== undefined || this.#known.length >= maxPointers) return existing;
    const used = this.#known.map(({ localId }) => localId);
    const localId = Array.from({ length: maxPointers }, (_, i) => i).find((i) => !used.includes(i));
    const pointer = { id, localId: localId ?? 0 };
    this.#known = [...this.#known, pointer];
    return pointer;
  }

  /** The changes that this event causes on the screen; none if it is inconsistent. Removes a pointer on its up event. */
  change(pointer: Pointer, action: number): readonly PointerChange[] {
    const inEvent = this.#known.map(({ localId }) => localId);
    if (action === motionAction.up) {
      this.#known = this.#known.filter((known) => known !== pointer);
    }
    const { localId } = pointer;
    if (action === motionAction.down) return this.#pressPointer(localId, inEvent);
    if (!this.#matchesPressed(inEvent)) return [];
    if (action === motionAction.move) return [{ pointer: localId, action: 'move' }];
    if (action === motionAction.up) {
      this.#down.delete(localId);
      return [{ pointer: localId, action: 'up' }];
    }
    if (action !== motionAction.cancel) return [];
    this.#down.clear();
    return [{ pointer: localId, action: 'cancel' }];
  }

  /** ACTION_DOWN starts a new gesture and cancels a previous one; ACTION_POINTER_DOWN adds to the gesture. */
  #pressPointer(localId: number, inEvent: readonly number[]): readonly PointerChange[] {
    const alone = inEvent.length === 1;
    const others = inEvent.filter((id) => id !== localId);
    if (!alone && (this.#down.has(localId) || !this.#matchesPressed(others))) return [];
    const before: PointerChange[] =
      alone && this.touching ? [{ pointer: localId, action: 'cancel' }] : [];
    if (alone) this.#down.clear();
    this.#down.add(localId);
    return [...before, { pointer: localId, action: 'down' }];
  }

  #matchesPressed(ids: readonly number[]): boolean {
    return ids.length === this.#down.size && ids.every((id) => this.#down.has(id));
  }
}

/** System keys, which act on the up event (PhoneWindowManager.java, Activity.onKeyUp). */
const keysHandledOnUp: ReadonlySet<number> = new Set([
  keyCode.home,
  keyCode.back,
  keyCode.power,
  keyCode.escape,
  keyCode.appSwitch,
]);

/** META_SHIFT_ON, META_CTRL_ON and META_ALT_ON, each with its left and right variant (android.view.KeyEvent). */
const shiftMask = 0x1 | 0x40 | 0x80;
const ctrlMask = 0x1000 | 0x2000 | 0x4000;
const altMask = 0x2 | 0x10 | 0x20;

/** How far one wheel notch scrolls, in dp (ViewConfiguration.VERTICAL_SCROLL_FACTOR). */
const notchDp = 64;
/** Duration in ms of the drag that replaces a wheel scroll: too slow to fling a list. */
const wheelMs = 400;
const wheelSteps = 8;

/** Injects input events into the phone, as Controller.java does through Device.java. */
export class InputInjector {
  readonly #system: System;
  readonly #log: ServerLog;
  readonly #pointers = new PointerTracker();
  readonly #clock = new UnstalledClock();
  readonly #keysDown = new Set<number>();

  constructor(system: System, log: ServerLog) {
    this.#system = system;
    this.#log = log;
  }

  /** Down and up make one press; each repeated down makes another one. */
  key(action: number, keycode: number, metaState: number): void {
    const modifiers = {
      ctrl: (metaState & ctrlMask) !== 0,
      shift: (metaState & shiftMask) !== 0,
      alt: (metaState & altMask) !== 0,
    };
    this.#inject(() => this.#handleKeyAction(action, keycode, modifiers));
  }

  pressAndRelease(keycode: number): void {
    this.#inject(() => this.#system.world.pressKey(keycode));
  }

  /** Types a text by keys, one UTF-16 unit at a time; units without a key are only logged. */
  text(text: string): void {
    for (const unit of text.split('')) {
      if (hasKeys(unit) && this.#inject(() => this.#typeUnit(unit))) continue;
      const code = unit.charCodeAt(0).toString(16).padStart(4, '0');
      this.#log.warn(`Could not inject char u+${code}`);
    }
  }

  touch(action: number, pointerId: bigint, { x, y }: Point): void {
    const timeMs = Math.round(this.#clock.now());
    const pointer = this.#pointers.find(pointerId);
    if (pointer === undefined) return this.#log.warn('Too many pointers for touch event');
    const changes = this.#pointers.change(pointer, action);
    this.#inject(() => {
      for (const change of changes) {
        const event = { pointerId: change.pointer, action: change.action, x, y, timeMs };
        this.#system.world.injectTouchEvent(event);
      }
    });
  }

  /** Scrolls by notches of the wheel, right and up. Guess: it moves the content under the pointer like a slow drag. */
  scroll(point: Point, { x: horizontal, y: vertical }: Point): void {
    this.#inject(() => {
      if (this.#pointers.touching) return;
      const { world } = this.#system;
      const notch = (notchDp * (world.overrideDensity ?? world.physicalDensity)) / 160;
      if (vertical !== 0) world.injectGesture(drag(point, { x: 0, y: vertical * notch }));
      if (horizontal !== 0) world.injectGesture(drag(point, { x: -horizontal * notch, y: 0 }));
    });
  }

  #handleKeyAction(action: number, code: number, modifiers: KeyModifiers): void {
    const handledAction = keysHandledOnUp.has(code) ? keyAction.up : keyAction.down;
    const wasDown = this.#keysDown.has(code);
    if (action === keyAction.down) this.#keysDown.add(code);
    else if (!this.#keysDown.delete(code)) return;
    if (action === handledAction && (action === keyAction.down || wasDown)) {
      this.#system.world.pressKey(code, modifiers);
    }
  }

  #typeUnit(unit: string): void {
    const { world } = this.#system;
    if (unit === '\n') world.pressKey(keyCode.enter);
    else if (unit === '\t') world.pressKey(keyCode.tab);
    else world.typeText(unit);
  }

  /** Runs the injection unless it is denied; returns whether it ran. */
  #inject(injectEvent: () => void): boolean {
    const { faults, android } = this.#system;
    if (faults.has('input-denied')) {
      this.#log.error('Could not invoke method', injectionDenied(android));
      return false;
    }
    if (faults.has('input-ignored')) this.#system.activityLog.logIgnoredInput(serverPid);
    else injectEvent();
    return true;
  }
}

function drag(from: Point, by: Point) {
  return Array.from({ length: wheelSteps + 1 }, (_, step) => ({
    x: from.x + (by.x * step) / wheelSteps,
    y: from.y + (by.y * step) / wheelSteps,
    timeMs: (wheelMs * step) / wheelSteps,
  }));
}

/** Letters typed with a dead key (KeyComposition.java, which supports only some that Unicode can compose). */
const accentedLetters = new Set(
  [
    'ÀÈÌÒÙàèìòùǸǹẀẁỲỳ',
    'ÁÉÍÓÚÝáéíóúýĆćĹĺŃńŔŕŚśŹźǴǵḈḉḰḱḾḿṔṕẂẃ',
    'ÂÊÎÔÛâêîôûĈĉĜĝĤĥĴĵŜŝŴŵŶŷẐẑ',
    'ÃÑÕãñõĨĩŨũẼẽỸỹ',
    'ÄËÏÖÜäëïöüÿŸḦḧẄẅẌẍẗ',
  ].join(''),
);

/** Letters typed with Alt (Virtual.kcm of AOSP). */
const altLetters = new Set('çÇß');

/**
 * Whether KeyCharacterMap.VIRTUAL_KEYBOARD has keys for one UTF-16 unit, with the dead keys that
 * the server types before an accented letter. A lone dead key types nothing and is excluded.
 */
function hasKeys(unit: string): boolean {
  return /^[\t\n\x20-\x7e]$/.test(unit) || altLetters.has(unit) || accentedLetters.has(unit);
}

/**
 * The exception of a Xiaomi phone that denies injection, as in Genymobile/scrcpy#4352 and #5652; the
 * message changed with Android 12.
 */
function injectionDenied(android: AndroidVersion): JavaError {
  const message =
    android >= 12
      ? 'Injecting input events requires the caller (or the source of the instrumentation, if any) to have the INJECT_EVENTS permission.'
      : 'Injecting to another application requires INJECT_EVENTS permission';
  const cause = new JavaError('java.lang.SecurityException', message);
  return new JavaError('java.lang.reflect.InvocationTargetException', '', { cause });
}
