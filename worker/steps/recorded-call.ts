/** Converts the user's input to tool calls that repeat it. */
import { HandsetError } from '#core/errors.ts';
import {
  backToFront,
  contains,
  distance,
  intersect,
  isEmpty,
  isSurface,
  rectOfSize,
  type Point,
  type Rect,
  type Size,
} from '#core/geometry.ts';
import type { RecognizedGesture } from '#core/gestures/recognize-gesture.ts';
import { nameKey, type AndroidKey, type KeyName } from '#core/input/keys.ts';
import type { CallArguments, CallTouch } from '#core/call.ts';
import { maskedText, type ShownText } from '#core/link/call.ts';
import { findModal } from '#core/screen/modal/find-modal.ts';
import { elementsMatching } from '#core/screen/find.ts';
import { launcherPackage } from '#core/screen/package-names.ts';
import { labelOnScreen } from '#core/screen/summary/screen-facts.ts';
import {
  ancestorsOf,
  isOnScreen,
  keptElements,
  walk,
  type Element,
  type Screen,
} from '#core/screen/screen.ts';
import { indexScreen, type ScreenIndex } from '#core/selector/match.ts';
import { bestSelector, suggestionKinds } from '#core/selector/suggest.ts';

/** A call that does what the user did. */
export interface RecordedCall {
  readonly tool: string;
  readonly args: CallArguments;
  /** Null if the call touches nothing. */
  readonly touch: CallTouch | null;
  /** The name of the icon, if one was pressed on the home screen. */
  readonly icon?: string;
}

/** The screen that the user touched. */
export interface TouchedScreen {
  readonly size: Size;
  /** The elements before the touch; null if they could not be read in time. */
  readonly screen: Screen | null;
  /** The area of the on-screen keyboard; null if it is closed. A dump shows the elements covered by the keyboard. */
  readonly keyboard: Rect | null;
}

/** The gesture as a call: at the element with the best selector, or at a point if no element was hit. */
export function callOfGesture(gesture: RecognizedGesture, on: TouchedScreen): RecordedCall {
  switch (gesture.kind) {
    case 'tap':
      return pressCall(gesture, on, {
        trait: 'clickable',
        byElement: 'click_element',
        atPoint: { tool: 'tap', args: { ...pixelOf(gesture.at) } },
      });
    case 'long-press': {
      const duration = Math.min(maxDurationMs, gesture.durationMs);
      return pressCall(gesture, on, {
        trait: 'longClickable',
        byElement: 'long_click_element',
        atPoint: { tool: 'long_press', args: { ...pixelOf(gesture.at), duration } },
      });
    }
    case 'swipe': {
      const from = pixelOf(gesture.from);
      const to = pixelOf(gesture.to);
      const duration = Math.min(maxDurationMs, gesture.durationMs);
      const args = { x1: from.x, y1: from.y, x2: to.x, y2: to.y, duration };
      const touch = touchOn(on, [[from, to]]);
      return { tool: 'swipe', args, touch };
    }
    case 'paths': {
      const endMs = Math.max(...gesture.paths.map((path) => path.at(-1)?.timeMs ?? 0));
      const points = Math.max(...gesture.paths.map((path) => path.length));
      // Gestures that are too long are sped up; each point needs its own millisecond.
      const timeFactor = Math.min(1, (maxDurationMs - points) / Math.max(1, endMs));
      const paths = gesture.paths.map((path) => inOrder(path, timeFactor));
      const places = paths.map((path) => path.map(({ x, y }) => ({ x, y })));
      const touch = touchOn(on, places);
      return { tool: 'custom_gesture', args: { paths }, touch };
    }
  }
}

/** The longest duration that the tools accept. */
const maxDurationMs = 60_000;

/** The path in the format of custom_gesture: whole pixels, and a later time at every point. */
function inOrder(path: readonly (Point & { readonly timeMs: number })[], timeFactor: number) {
  let lastMs = -1;
  return path.map(({ x, y, timeMs }) => {
    lastMs = Math.max(lastMs + 1, Math.round(timeFactor * timeMs));
    return { ...pixelOf({ x, y }), time: lastMs };
  });
}

interface PressOptions {
  readonly trait: 'clickable' | 'longClickable';
  readonly byElement: string;
  readonly atPoint: Omit<RecordedCall, 'touch'>;
}

function touchOn({ size, screen }: TouchedScreen, paths: CallTouch['paths']): CallTouch {
  const packageName = screen?.focus.packageName;
  return { size, paths, bounds: null, ...(packageName && { packageName }) };
}

function pressCall(
  { at }: { readonly at: Point },
  on: TouchedScreen,
  { trait, byElement, atPoint }: PressOptions,
): RecordedCall {
  const { size, screen, keyboard } = on;
  const touch = touchOn(on, [[pixelOf(at)]]);
  const isOnKeyboard = keyboard !== null && contains(keyboard, at);
  const pressed = screen === null || isOnKeyboard ? null : pressedElement(screen, at, trait);
  if (pressed === null) return { ...atPoint, touch };
  const bounds = intersect(pressed.element.bounds, rectOfSize(size));
  const call = { tool: byElement, args: { selector: pressed.selector } };
  const isOnHome = launcherPackage.test(touch.packageName ?? '');
  const icon = pressed.element.text || pressed.element.description;
  const label = screen && labelOnScreen(screen, pressed.element);
  return {
    ...call,
    touch: { ...touch, bounds, ...(label && { label }) },
    ...(isOnHome && { icon }),
  };
}

/** Ends of class names of elements for which the position of the touch matters. */
const placeMatters = /(?:SeekBar|Slider|RatingBar|WebView|SurfaceView|TextureView|MapView)$/;

/** The element that the touch pressed, with its best selector; null if only the position identifies what was meant. */
function pressedElement(
  screen: Screen,
  at: Point,
  trait: PressOptions['trait'],
): { readonly element: Element; readonly selector: string } | null {
  const element = elementAt(screen, at);
  if (element === null) return null;
  const chain = [element, ...ancestorsOf(screen.roots, element)];
  const target = chain.find((each) => each[trait]);
  if (target === undefined || !target.enabled || placeMattersOn(target, screen.size)) return null;
  const index = indexScreen(screen);
  const best = mostStable([element, target], index);
  const label = mostStable(labelsIn(target, screen, trait), index);
  // Without a name of its own, it is pressed by a text in it, which other programs understand, too.
  const isNameless = best !== undefined && rankOf(best) >= suggestionKinds.indexOf('type');
  if (isNameless && label !== undefined && rankOf(label) <= suggestionKinds.indexOf('description'))
    return { element: target, selector: label.selector };
  return best === undefined || best.kind === 'path' ? null : best;
}

/** The element with the most stable selector, the first of several; undefined without elements. */
function mostStable(elements: readonly Element[], index: ScreenIndex) {
  return [...new Set(elements)]
    .map((element) => ({ element, ...bestSelector(element, index) }))
    .sort((a, b) => rankOf(a) - rankOf(b))[0];
}

function rankOf({ kind }: { readonly kind: string }): number {
  return suggestionKinds.indexOf(kind);
}

/** An element that contains more elements is more than a row or a card with a title. */
const maxRowElements = 40;

/** The visible texts in an element whose press presses it, those without digits first, since counts and times change. */
function labelsIn(
  target: Element,
  { roots, size }: Screen,
  trait: PressOptions['trait'],
): readonly Element[] {
  const inner = [...walk(target.children)];
  if (inner.length > maxRowElements) return [];
  const hasDigit = ({ text }: Element): boolean => /\d/.test(text);
  return inner
    .filter(({ text, editable, checkable }) => text !== '' && !editable && !checkable)
    .filter((label) => isOnScreen(label, size) && !label[trait])
    .filter((label) => ancestorsOf(roots, label).find((each) => each[trait]) === target)
    .toSorted((a, b) => Number(hasDigit(a)) - Number(hasDigit(b)));
}

function placeMattersOn({ bounds, className }: Element, size: Size): boolean {
  return isSurface(bounds, size) || placeMatters.test(className);
}

/** The topmost element with a text or an action at the point, as in the Elements panel. */
function elementAt({ roots, size }: Screen, at: Point): Element | null {
  const hits = keptElements(roots).filter(
    (element) =>
      isOnScreen(element, size) && !isEmpty(element.bounds) && contains(element.bounds, at),
  );
  return backToFront(hits, (each) => each.clickable || each.longClickable).at(-1) ?? null;
}

/** The focused field on this screen; null if there is none. */
export function focusedField({ roots }: Screen): Element | null {
  for (const element of walk(roots)) if (element.focused && element.editable) return element;
  return null;
}

/** The focused field on this screen, with its selector; null if there is none. */
export function fieldOn(screen: Screen | null) {
  const field = screen && focusedField(screen);
  return screen && field && withSelector(field, screen);
}

/** The field at this point, with its selector; null if there is none. After a tap on it, it gets the typed text. */
export function fieldAt({ screen, keyboard }: TouchedScreen, at: Point) {
  if (screen === null || (keyboard !== null && contains(keyboard, at))) return null;
  const element = elementAt(screen, at);
  return element?.editable === true && element.enabled ? withSelector(element, screen) : null;
}

function withSelector(field: Element, screen: Screen) {
  return { password: field.password, selector: lastingSelector(field, screen) };
}

/** Whether there is a password field at this point, or, without a point, anywhere on the screen. */
export function isPasswordAt(screen: Screen | null, at?: Point): boolean {
  return [...walk(screen?.roots ?? [])].some(
    ({ password, bounds }) => password && (at === undefined || contains(bounds, at)),
  );
}

/** A selector of a field that still matches after typing into the field; undefined if there is none. */
function lastingSelector(field: Element, screen: Screen): string | undefined {
  const { kind, selector } = bestSelector(field, indexScreen(screen));
  return ['id', 'description', 'type', 'inside', 'near'].includes(kind) ? selector : undefined;
}

/** The dp that Android scrolls a list per wheel notch (config_verticalScrollFactor). */
const notchDp = 64;
/** The width of a phone in dp, assumed if its density is not known. */
const typicalWidthDp = 400;
/** The longest swipe, as a share of the screen's width or height. */
const maxSwipeShare = 0.6;
/** The speed of a swipe that scrolls without flinging far, in screen heights per second. */
const slowShare = 0.5;

/** Largest distance of the two taps of a double tap, as a share of the screen's shorter side (Android: 100 of about 400 dp). */
const doubleTapShare = 1 / 4;

/** Whether two taps in quick succession are a double tap. */
export function isDoubleTap(first: RecordedCall, second: RecordedCall): boolean {
  const at = second.touch?.paths[0]?.[0];
  return second.tool === 'tap' && at !== undefined && isDoubleTapAt(first.touch, at);
}

/** Whether a tap at this point is near enough to the first for a double tap. */
export function isDoubleTapAt(first: CallTouch | null, at: Point): boolean {
  const before = first?.paths[0]?.[0];
  if (first === null || before === undefined) return false;
  const { width, height } = first.size;
  return distance(before, at) < doubleTapShare * Math.min(width, height);
}

/** Converts wheel notches to a swipe around the pointer. */
export function callOfWheel(
  at: Point,
  notches: { readonly right: number; readonly down: number },
  { size, screen }: TouchedScreen,
): RecordedCall {
  const dp =
    screen === null ? Math.min(size.width, size.height) / typicalWidthDp : screen.density / 160;
  const along = (count: number, length: number): number =>
    Math.max(-maxSwipeShare, Math.min(maxSwipeShare, (-count * notchDp * dp) / length)) * length;
  const by = { x: along(notches.right, size.width), y: along(notches.down, size.height) };
  const inside = (value: number, length: number): number =>
    Math.min(length - 1, Math.max(0, value));
  const end = (sign: number): Point => ({
    x: inside(at.x + (sign * by.x) / 2, size.width),
    y: inside(at.y + (sign * by.y) / 2, size.height),
  });
  const durationMs = Math.round((1000 * Math.hypot(by.x, by.y)) / (slowShare * size.height)) + 200;
  return callOfGesture(
    { kind: 'swipe', from: end(-1), to: end(1), durationMs },
    { size, screen, keyboard: null },
  );
}

/** A key press as a call; null for a key that press_key does not know. */
export function callOfKey(androidKey: AndroidKey): RecordedCall | null {
  const named = nameKey(androidKey);
  if (named === undefined) return null;
  const { key, modifiers } = named;
  const own = modifiers.length === 0 ? toolsOfKeys[key] : undefined;
  if (own !== undefined) return { tool: own, args: {}, touch: null };
  const args = { key, ...(modifiers.length > 0 && { modifiers }) };
  return { tool: 'press_key', args, touch: null };
}

/**
 * The failed step for a text that no field received, so that no tool can type it again. A text that may be
 * a password is left out: as a secret of this step, it would also be masked in the field that receives it next.
 */
export function callOfLostText(
  text: string,
  mayBePassword: boolean,
): { readonly call: RecordedCall; readonly error: HandsetError } {
  const args = { text: mayBePassword ? maskedText : text };
  const message = "No field had focus, so this text can't be recorded as a step.";
  const error = new HandsetError('invalid-argument', message, {
    hint: 'Tap a field first, then type.',
  });
  return { call: { tool: 'input_text', args, touch: null }, error };
}

/** The keys that have a tool of their own. */
const toolsOfKeys: Readonly<Partial<Record<KeyName, string>>> = {
  BACK: 'press_back',
  HOME: 'press_home',
  APP_SWITCH: 'press_recents',
};

/** Whole pixels. */
function pixelOf({ x, y }: Point): Point {
  return { x: Math.round(x), y: Math.round(y) };
}

/** Most texts to offer: after a change to another screen, all texts are gone. */
const maxGoneTexts = 3;
/** Longest text to offer, in UTF-16 code units: longer ones are rarely the same twice. */
const maxTextLength = 80;

function hasDialog(screen: Screen): boolean {
  const kind = findModal(screen)?.kind;
  return kind !== undefined && kind !== 'keyboard';
}

/** Texts that were visible before and that wait_for_element no longer finds, in document order, without the contents of fields. Empty behind a dialog, which hides from a dump what can still be seen. */
export function goneTexts(before: Screen, now: Screen): readonly ShownText[] {
  if (hasDialog(now) && !hasDialog(before)) return [];
  const texts = keptElements(before.roots)
    .filter((element) => isOnScreen(element, before.size) && !element.editable && !element.password)
    .map(({ text }): ShownText => ({ by: 'text', value: text }))
    .filter(({ by, value }) => {
      if (value.trim() === '' || value.length > maxTextLength) return false;
      return elementsMatching(now.roots, { by, value, exact: false }).length === 0;
    });
  const different = new Map(texts.map((text) => [text.value, text]));
  return [...different.values()].slice(0, maxGoneTexts);
}
