import type { PhoneApps } from '../../phone/apps.ts';
import type { KeyName, ModifierName } from '../../input/keys.ts';
import type { OriginalSettings } from '../../phone/device-state.ts';
import { HandsetError } from '../../errors.ts';
import { type Point, type Rect, contains } from '../../geometry.ts';
import type { Gesture, StrokeTiming } from '../../gestures/gesture.ts';
import type {
  HierarchyReading,
  InputMethod,
  LockState,
  Phone,
  RecentTouchArea,
  ScreenPicture,
  Screenshot,
  SentText,
  TouchArea,
} from '../../phone/phone.ts';
import type { PhoneFiles } from '../../phone/files.ts';
import type { PhoneRecorder } from '../../phone/recording.ts';
import type { Luma, ScreenLuma } from '../../screen/luma.ts';
import { parseHierarchy } from '../../screen/parse.ts';
import { type Element, type Focus, walk } from '../../screen/screen.ts';
import { ShownElements } from '../../screen/snapshots.ts';
import { countingRefs } from '../../screen/testing/screens.ts';

/** A simulated screen: its dump, and its reaction to touches. The key methods are for models with a field. */
export interface ScreenModel {
  /** The nodes inside `<hierarchy>`. */
  xml(): string;
  /** The brightness of its picture. */
  luma?(): Luma;
  tap?(id: string, at: Point): void;
  /** A drag by this many pixels. */
  drag?(distance: { readonly x: number; readonly y: number }): void;
  type?(text: string, how?: 'paste'): void;
  clear?(): void;
  cursorToEnd?(): void;
  key?(key: KeyName): void;
}

/** Bounds by their edges. */
export function box(left: number, top: number, right: number, bottom: number): Rect {
  return { left, top, right, bottom };
}

/** One node of a dump; `name` becomes its resource id. */
export function node(
  name: string,
  { left, top, right, bottom }: Rect,
  { attributes = '', children = '' }: { readonly attributes?: string; readonly children?: string },
): string {
  const id = name === '' ? '' : `com.model:id/${name}`;
  const kind = attributes.includes('class=') ? '' : 'class="android.view.View"';
  return `<node resource-id="${id}" package="com.model" enabled="true" ${kind} ${attributes} bounds="[${left},${top}][${right},${bottom}]">${children}</node>`;
}

/** Text as an attribute's value, the way Android's serializer writes it. */
export function escaped(text: string): string {
  return text
    .replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replace(/[\t\r\n]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replace(/[\u{10000}-\u{10ffff}]/gu, (character) => `&#${character.codePointAt(0) ?? 0};`);
}

const focus: Focus = { packageName: 'com.model', activity: '.Main' };
const size = { width: 1000, height: 2000 };

/** A phone that shows a model and logs the actions on it. */
export class ModelPhone implements Phone {
  readonly serial = 'MODEL';
  readonly shown = new ShownElements(countingRefs());
  recentTouchArea: RecentTouchArea | null = null;
  recentScreen: HierarchyReading | null = null;
  readonly log: string[] = [];
  awake: boolean | null = true;
  lock: LockState | null = { showing: false, locked: false };
  inputMethod: InputMethod = { id: 'com.keys/.Keyboard', shown: false };
  /** For how many ms its live picture has been unchanged; null without live picture. */
  stillMs: number | null = null;
  /** The keyboard's bounds; it receives every touch that begins there. */
  keyboard: Rect | null = null;
  /** The number of screenshots taken. */
  screenshots = 0;
  /** The send times that it reports for gestures. */
  timings: readonly StrokeTiming[] = [];
  readonly screenshotTime = { tookMs: Infinity, isOld: true };
  /** Errors for the next readings, one each. */
  readonly failures: HandsetError[] = [];
  readonly #screenModel: ScreenModel;

  constructor(screenModel: ScreenModel) {
    this.#screenModel = screenModel;
  }

  get roots(): readonly Element[] {
    const xml = `<hierarchy rotation="0">${this.#screenModel.xml()}</hierarchy>`;
    return parseHierarchy(new TextEncoder().encode(xml)).roots;
  }

  /** The present element with this text, description or resource name. */
  elementNamed(label: string): Element {
    const found = [...walk(this.roots)].find(
      ({ text, description, resourceId }) =>
        text === label || description === label || resourceId === `com.model:id/${label}`,
    );
    if (found === undefined) throw new Error(`Nothing says ${label}`);
    return found;
  }

  readHierarchy(signal: AbortSignal): Promise<HierarchyReading> {
    if (signal.aborted) return Promise.reject(new HandsetError('cancelled', 'cancelled'));
    const failure = this.failures.shift();
    if (failure) return Promise.reject(failure);
    const keyboard = this.keyboard && { keyboard: this.keyboard };
    const hierarchy = { rotation: 0, roots: this.roots, ...keyboard } as const;
    return Promise.resolve({
      hierarchy,
      display: { naturalSize: size, density: 400 },
      focusBefore: focus,
      focusAfter: focus,
      settled: true,
    });
  }
  readFocus() {
    return Promise.resolve(focus);
  }
  readDisplay() {
    return Promise.resolve({ naturalSize: size, density: 400 });
  }
  readLiveFrame() {
    return Promise.resolve(null);
  }
  takeScreenshot(): Promise<Screenshot> {
    this.screenshots++;
    return Promise.resolve({ png: new Uint8Array(), size });
  }
  measureLuma(picture: ScreenPicture): Promise<ScreenLuma> {
    const luma = this.#screenModel.luma?.();
    if (luma === undefined) throw new Error('not modelled');
    return Promise.resolve({ source: 'png' in picture ? 'screenshot' : 'video', ...luma });
  }
  stillForMs() {
    return this.stillMs;
  }
  readTouchArea(): Promise<TouchArea> {
    return Promise.resolve({ size, awake: this.awake });
  }
  readKeyboard() {
    return Promise.resolve(this.keyboard);
  }
  async performGesture({ strokes }: Gesture): Promise<readonly StrokeTiming[]> {
    const points = strokes.flat();
    const first = points[0];
    const last = points.at(-1);
    if (!first || !last) throw new Error('A gesture without a point');
    const distance = { x: last.x - first.x, y: last.y - first.y };
    if (this.keyboard && contains(this.keyboard, first)) {
      this.log.push('keyboard');
      return this.timings;
    }
    if (distance.x !== 0 || distance.y !== 0) {
      this.log.push(
        distance.y < 0 ? 'down' : distance.y > 0 ? 'up' : distance.x < 0 ? 'right' : 'left',
      );
      await this.#afterTick(() => this.#screenModel.drag?.(distance));
      return this.timings;
    }
    const hit = [...walk(this.roots)].filter(({ bounds }) => contains(bounds, first)).at(-1);
    const name = hit?.resourceId.replace('com.model:id/', '') ?? '';
    this.log.push(`${last.timeMs > 500 ? 'hold' : 'tap'} ${name}`);
    await this.#afterTick(() => this.#screenModel.tap?.(name, first));
    return this.timings;
  }
  pressKey(
    key: KeyName,
    _signal: AbortSignal,
    modifiers: readonly ModifierName[] = [],
  ): Promise<void> {
    this.log.push([...modifiers, key].join('+'));
    return this.#afterTick(() => this.#screenModel.key?.(key));
  }
  typeText(text: string, _signal: AbortSignal, how?: 'paste'): Promise<SentText> {
    this.log.push(`${how ?? 'type'} ${text.length}`);
    const sent: SentText = {
      restoreClipboard: (signal) =>
        this.#afterTick(() => this.log.push(signal.aborted ? 'not restored' : 'restored')),
    };
    return this.#afterTick(() => this.#screenModel.type?.(text, how)).then(() => sent);
  }
  clearField(): Promise<void> {
    this.log.push('clear');
    return this.#afterTick(() => this.#screenModel.clear?.());
  }
  moveCursorToEnd(): Promise<void> {
    this.log.push('end');
    return this.#afterTick(() => this.#screenModel.cursorToEnd?.());
  }

  /** Turns a synchronous throw into a rejection, as on a real phone. */
  async #afterTick(action: () => unknown): Promise<void> {
    await Promise.resolve();
    action();
  }

  get apps(): PhoneApps {
    return this.readLogs();
  }
  get files(): PhoneFiles {
    return this.readLogs();
  }
  get recorder(): PhoneRecorder {
    return this.readLogs();
  }
  readAwake(): Promise<boolean | null> {
    return Promise.resolve(this.awake);
  }
  readInputMethod(): Promise<InputMethod> {
    return Promise.resolve(this.inputMethod);
  }
  readLock(): Promise<LockState | null> {
    return Promise.resolve(this.lock);
  }
  readLogs(): never {
    throw new Error('not modelled');
  }
  readonly readNotifications = this.readLogs;
  readonly openPanel = this.readLogs;
  readonly sendIntent = this.readLogs;
  readonly runShellLine = this.readLogs;
  readonly readClipboard = this.readLogs;
  readonly writeClipboard = this.readLogs;
  readonly readDeviceState = this.readLogs;
  readonly writeSetting = this.readLogs;
  readonly originalSettings: OriginalSettings = new Map();
  readonly readAppLanguages = this.readLogs;
  readonly writeAppLanguages = this.readLogs;
}

/** A phone with this screen, which does not react. */
export function phoneWith(xml: string): ModelPhone {
  return new ModelPhone({ xml: () => xml });
}
