import { z } from 'zod';
import { HandsetError } from '../errors.ts';
import type { Phone } from '../phone.ts';
import { type Element, walk } from '../screen/screen.ts';
import { nameFailure } from './contract/system-action.ts';
import { showWord } from './parameters/show-value.ts';
import { defineTool, observe } from './contract/tool.ts';

const keys = ['ENTER', 'BACK', 'DEL', 'HOME', 'TAB', 'SPACE'] as const;
type PressableKey = (typeof keys)[number];

/** What must have the focus for a key to go anywhere, and what is said when nothing has. */
const needs = {
  ENTER: { focus: 'any', missing: 'No focused element found for ENTER key.' },
  DEL: { focus: 'editable', missing: 'No focused editable element found for DEL key.' },
  TAB: { focus: 'editable', missing: 'No focused editable element found for key input.' },
  SPACE: { focus: 'editable', missing: 'No focused editable element found for key input.' },
  BACK: { focus: 'none', missing: '' },
  HOME: { focus: 'none', missing: '' },
} as const satisfies Record<
  PressableKey,
  { readonly focus: 'any' | 'editable' | 'none'; readonly missing: string }
>;

/** What errors call the press. */
const actions = {
  ENTER: 'ENTER key action failed',
  DEL: 'DEL key action failed',
  TAB: 'Key input action failed',
  SPACE: 'Key input action failed',
  BACK: 'BACK key failed',
  HOME: 'HOME key failed',
} as const satisfies Record<PressableKey, string>;

function keyOf(word: string): PressableKey | undefined {
  return keys.find((key) => key === word.toUpperCase());
}

/** A real key, as from a keyboard. */
export const pressKey = defineTool({
  name: 'press_key',
  title: 'Press key',
  description:
    'Presses a key. ENTER, DEL (backspace), TAB and SPACE act at the cursor of the focused field; BACK and HOME act anywhere.',
  input: z.strictObject({
    key: z
      .string()
      .refine((word) => keyOf(word) !== undefined, {
        error: ({ input }) =>
          `Invalid key: '${showWord(input)}'. Allowed values: ${keys.join(', ')}`,
      })
      .meta({ enum: keys })
      .transform((word): PressableKey => keyOf(word) ?? z.NEVER),
    ...observe,
  }),
  effect: 'act',
  async run(phone, { key }, reply, signal) {
    await checkFocus(phone, key, signal);
    await nameFailure(actions[key], phone.pressKey(key, signal));
    reply.text(`Key '${key}' pressed successfully`);
  },
});

async function checkFocus(phone: Phone, key: PressableKey, signal: AbortSignal): Promise<void> {
  const { focus, missing } = needs[key];
  if (focus === 'none') return;
  const fits = ({ focused, editable }: Element): boolean =>
    focused && (focus === 'any' || editable);
  const { hierarchy } = await phone.readHierarchy(signal);
  if ([...walk(hierarchy.roots)].some(fits)) return;
  throw new HandsetError('element-not-found', missing, {
    hint: 'Click the element that the key is for first.',
  });
}
