import { toHandsetError } from '../../errors.ts';
import { parseArguments } from '../shared/arguments.ts';
import type { Desk, DeskTool, Json, ListedPhone } from '../shared/tool.ts';

/** A phone for tests; `overrides` replace the defaults. */
export function listedPhone(given: Partial<ListedPhone> = {}): ListedPhone {
  return {
    serial: 'A1',
    model: 'Pixel 8',
    androidVersion: '14',
    kind: 'usb',
    state: 'connected',
    console: 'console 1',
    current: false,
    leads: false,
    ...given,
  };
}

/** The result of a call, and the phones that it chose. */
export interface AtDesk {
  /** The text, or the whole text of the error. */
  readonly text: string;
  readonly data: { readonly [key: string]: Json } | undefined;
  readonly code: string | undefined;
  readonly choices: readonly (ListedPhone | null)[];
}

/** Calls a directory tool as an agent does, with these phones. */
export async function callAtDesk(
  tool: DeskTool,
  phones: readonly ListedPhone[],
  given: { readonly [name: string]: unknown } = {},
  chosen: string | null = null,
): Promise<AtDesk> {
  const choices: (ListedPhone | null)[] = [];
  const texts: string[] = [];
  let data: AtDesk['data'];
  const desk: Desk = { phones, chosen, choose: (phone) => void choices.push(phone) };
  const reply = {
    text: (text: string) => void texts.push(text),
    data: (value: NonNullable<AtDesk['data']>, text = JSON.stringify(value)) => {
      data = value;
      texts.push(text);
    },
  };
  try {
    await tool.run(desk, parseArguments(tool, given), reply);
    return { text: texts.join('\n'), data, code: undefined, choices };
  } catch (thrown) {
    const { fullText, code } = toHandsetError(thrown);
    return { text: fullText, data, code, choices };
  }
}
