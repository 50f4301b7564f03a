import { toHandsetError } from '../../errors.ts';
import { parseArguments } from '../shared/arguments.ts';
import type { PhoneDirectory, DirectoryTool, JsonValue, ListedPhone } from '../shared/tool.ts';

/** A phone for tests; `overrides` replace the defaults. */
export function listedPhone(overrides: Partial<ListedPhone> = {}): ListedPhone {
  return {
    serial: 'A1',
    model: 'Pixel 8',
    androidVersion: '14',
    kind: 'usb',
    state: 'connected',
    console: 'console 1',
    current: false,
    isDefault: false,
    ...overrides,
  };
}

/** The result of a call, and the phones that it chose. */
export interface DirectoryCallResult {
  /** The text, or the whole text of the error. */
  readonly text: string;
  readonly data: { readonly [key: string]: JsonValue } | undefined;
  readonly code: string | undefined;
  readonly choices: readonly (ListedPhone | null)[];
}

/** Calls a directory tool as an agent does, with these phones. */
export async function callDirectoryTool(
  tool: DirectoryTool,
  phones: readonly ListedPhone[],
  args: { readonly [name: string]: unknown } = {},
  chosen: string | null = null,
): Promise<DirectoryCallResult> {
  const choices: (ListedPhone | null)[] = [];
  const texts: string[] = [];
  let data: DirectoryCallResult['data'];
  const directory: PhoneDirectory = { phones, chosen, choose: (phone) => void choices.push(phone) };
  const reply = {
    text: (text: string) => void texts.push(text),
    data: (value: NonNullable<DirectoryCallResult['data']>, text = JSON.stringify(value)) => {
      data = value;
      texts.push(text);
    },
  };
  try {
    await tool.execute(directory, parseArguments(tool, args), reply);
    return { text: texts.join('\n'), data, code: undefined, choices };
  } catch (thrown) {
    const { fullText, code } = toHandsetError(thrown);
    return { text: fullText, data, code, choices };
  }
}
