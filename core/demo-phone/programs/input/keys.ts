import type { KeyModifiers } from '../../world.ts';
import type { ProgramContext } from '../program.ts';
import { type ArgumentReader, BadArgument } from './argument-reader.ts';
import { askPermission } from './failures.ts';
import { keyCodeOf, keys } from './key-names.ts';
import { settle, sleep } from './pacing.ts';

/** What an app takes for one key. Guess. */
const keyMs = 8;
/** ViewConfiguration.getLongPressTimeout since Android 12. */
const longPressMs = 400;
/** ViewConfiguration.getDoubleTapMinTime. */
const doubleTapMs = 40;

interface KeyFlags {
  readonly longPress: boolean;
  readonly doubleTap: boolean;
  readonly async: boolean;
  readonly delayMs: number;
}

/** `keyevent [FLAGS] CODE…`: numbers or names; a name that is none is the key 0, which does nothing. */
export async function keyEvents(context: ProgramContext, words: ArgumentReader): Promise<void> {
  const { flags, first } = readFlags(context, words);
  askPermission(context, 'injectKeyEvent');
  for (let name: string | undefined = first; name !== undefined; name = words.next()) {
    if (name !== first && flags.delayMs > 0) await sleep(flags.delayMs);
    await press(context, keyCodeOf(name), flags);
    if (!flags.doubleTap) continue;
    await settle(context, doubleTapMs);
    await press(context, keyCodeOf(name), flags);
  }
}

/** Up to Android 11 `--longpress` stood first or nowhere; later ones stand in any order, and unknown ones are skipped. */
function readFlags(
  { system }: ProgramContext,
  words: ArgumentReader,
): { readonly flags: KeyFlags; readonly first: string } {
  const seen = new Set<string>();
  let delayMs = 0;
  let word = words.required();
  if (system.android < 14) {
    seen.add(word);
    if (word === '--longpress') word = words.required();
  }
  while (system.android >= 14 && word.startsWith('--')) {
    seen.add(word);
    if (word === '--delay') delayMs = words.integer();
    if (word === '--duration' && system.android >= 16) words.integer();
    word = words.required();
  }
  const flags = {
    longPress: seen.has('--longpress'),
    doubleTap: seen.has('--doubletap'),
    async: seen.has('--async'),
    delayMs,
  };
  return { flags, first: word };
}

async function press(context: ProgramContext, code: number, flags: KeyFlags): Promise<void> {
  const { world } = context.system;
  world.key(code);
  if (flags.longPress) {
    await settle(context, longPressMs);
    // The second ACTION_DOWN, with a repeat count, acts again where a held key repeats.
    if (repeats(code)) world.key(code);
  }
  if (!flags.async) await settle(context, keyMs);
}

/** Keys that a field takes again and again while they are held. Guess: the others act once. */
function repeats(code: number): boolean {
  const isArrow = code >= keys.up && code <= keys.right;
  return isArrow || code === keys.delete || code === keys.forwardDelete || isLetter(code);
}

function isLetter(code: number): boolean {
  return code >= keys.a && code <= keys.z;
}

/** `keycombination [-t MS] CODE CODE…`: each key with the modifiers that stand before it. */
export async function keyCombination(
  context: ProgramContext,
  words: ArgumentReader,
): Promise<void> {
  const { holdMs, codes } = readCombination(words);
  askPermission(context, 'injectKeyEvent');
  let held: KeyModifiers = {};
  for (const code of codes) {
    const modifier = modifierOf(code);
    if (modifier === undefined) context.system.world.key(code, held);
    else held = { ...held, ...modifier };
  }
  await settle(context, holdMs + keyMs);
}

function readCombination(words: ArgumentReader): {
  readonly holdMs: number;
  readonly codes: readonly number[];
} {
  let name: string | undefined = words.required();
  let holdMs = 0;
  if (name === '-t') {
    holdMs = words.integer();
    name = words.required();
  }
  const codes: number[] = [];
  for (; name !== undefined; name = words.next()) {
    const code = keyCodeOf(name);
    if (code === 0) throw new BadArgument(`Unknown keycode: ${name}`);
    codes.push(code);
  }
  if (codes.length < 2) throw new BadArgument('keycombination requires at least 2 keycodes');
  return { holdMs, codes };
}

/** Alt and Meta are taken and mean nothing here. */
function modifierOf(code: number): KeyModifiers | undefined {
  switch (code) {
    case keys.ctrlLeft:
    case keys.ctrlRight:
      return { ctrl: true };
    case keys.shiftLeft:
    case keys.shiftRight:
      return { shift: true };
    case keys.altLeft:
    case keys.altRight:
    case keys.metaLeft:
    case keys.metaRight:
      return {};
    default:
      return undefined;
  }
}
