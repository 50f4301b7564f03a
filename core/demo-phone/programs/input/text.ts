import type { ProgramContext } from '../program.ts';
import type { ArgumentReader } from './argument-reader.ts';
import { askPermission, TextWithoutKeys } from './failures.ts';
import { keys } from './key-names.ts';
import { settle } from './pacing.ts';

/** What an app takes for one key. Guess. */
const characterMs = 8;

/** `text STRING`: each character as the key that types it. */
export async function typeText(context: ProgramContext, words: ArgumentReader): Promise<void> {
  const text = decodeTextArgument(words.required());
  if (!isTypeable(text)) throw new TextWithoutKeys();
  askPermission(context, 'injectKeyEvent');
  const { world, latency } = context.system;
  // In one go the app gets the same as one by one; slow phones show what comes in between.
  const pieces = latency === 'real' ? [...text] : (text.match(/[\n\t]|[^\n\t]+/g) ?? []);
  for (const piece of pieces) {
    if (piece === '\n') world.key(keys.enter);
    else if (piece === '\t') world.key(keys.tab);
    else world.typeText(piece);
    await settle(context, characterMs);
  }
}

/** InputShellCommand.sendText: only `%s` is special, and nothing can escape it. */
function decodeTextArgument(text: string): string {
  return text.replaceAll('%s', ' ');
}

/**
 * Whether KeyCharacterMap.VIRTUAL_KEYBOARD has keys for all of it; otherwise getEvents gives null,
 * at which sendText fails. Virtual.kcm has ASCII, Enter, Tab and three letters on Alt.
 */
export function isTypeable(text: string): boolean {
  return /^[\n\t\x20-\x7eçÇß]*$/.test(text);
}
