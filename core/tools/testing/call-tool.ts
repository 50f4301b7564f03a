import { toHandsetError } from '../../errors.ts';
import { type ConnectedPhone, type Phone, phoneForAgent } from '../../phone/phone.ts';
import type { ScreenLuma } from '../../screen/luma.ts';
import type { Screen } from '../../screen/screen.ts';
import { ShownElements, Snapshots } from '../../screen/snapshots.ts';
import { countingRefs } from '../../screen/testing/screens.ts';
import { parseArguments } from '../shared/arguments.ts';
import {
  type CallProgress,
  type DirectoryTool,
  type JsonValue,
  type ListedPhone,
  type PhoneDirectory,
  type ReplyFile,
  type ReplyPicture,
  type Tool,
  type ToolReply,
  CallSecrets,
} from '../shared/tool.ts';

/** The result of a call. */
export interface CallResult {
  /** The first text, or the whole text of the error. */
  readonly answer: string;
  /** The texts after it. */
  readonly notes: readonly string[];
  readonly data: { readonly [key: string]: JsonValue } | undefined;
  readonly pictures: readonly ReplyPicture[];
  readonly files: readonly ReplyFile[];
  readonly progress: readonly CallProgress[];
  /** The call's secret texts. */
  readonly secrets: readonly string[];
  /** The error's code; undefined when the tool succeeded. */
  readonly code: string | undefined;
}

const neverAborted = new AbortController().signal;
/** The snapshots of each phone, kept from call to call. */
const snapshotsOf = new WeakMap<Phone, Snapshots>();

/** The views of phones that have no agent's elements, kept from call to call. */
const viewsOf = new WeakMap<ConnectedPhone, Phone>();

function viewOf(phone: Phone | ConnectedPhone): Phone {
  if ('shown' in phone) return phone;
  const view = viewsOf.get(phone) ?? phoneForAgent(phone, new ShownElements(countingRefs()));
  viewsOf.set(phone, view);
  return view;
}

/** Calls a tool as an agent does: with the defaults and checks of its schema. */
export async function callTool(
  // Accepts tools with any input; each gets what its own schema returns.
  tool: Pick<Tool, 'name' | 'input'> & { readonly execute: (...args: never[]) => Promise<void> },
  connectedPhone: Phone | ConnectedPhone,
  args: { readonly [name: string]: unknown } = {},
  signal: AbortSignal = neverAborted,
): Promise<CallResult> {
  const phone = viewOf(connectedPhone);
  // Safe, because the schema validates the input.
  const typedTool = tool as unknown as Tool;
  const reply = new ReplyUnderTest(phone, new CallSecrets(typedTool, args));
  try {
    await typedTool.execute(phone, parseArguments(typedTool, args), reply, signal);
  } catch (thrown) {
    const error = toHandsetError(thrown);
    return { ...(await reply.result()), answer: error.fullText, code: error.code };
  }
  return await reply.result();
}

class ReplyUnderTest implements ToolReply {
  readonly client = { agent: 'claude', id: 'claude 1' };
  readonly snapshots: Snapshots;
  readonly secrets: CallSecrets;
  readonly #phone: Phone;
  readonly #texts: string[] = [];
  readonly #pictures: ReplyPicture[] = [];
  readonly #files: ReplyFile[] = [];
  readonly #progress: CallProgress[] = [];
  /** The notes that come after the reply, too. */
  readonly #lateNotes: Promise<string | null>[] = [];
  #data: { readonly [key: string]: JsonValue } | undefined;

  constructor(phone: Phone, secrets: CallSecrets) {
    this.secrets = secrets;
    this.#phone = phone;
    this.snapshots = snapshotsOf.get(phone) ?? new Snapshots();
    snapshotsOf.set(phone, this.snapshots);
  }

  text(text: string): void {
    this.#texts.push(text);
  }
  note(...notes: readonly string[]): void {
    this.#texts.push(...notes.map((note) => `note:${note}`));
  }
  screen(screen: Screen, text: string, luma: ScreenLuma | null = null): void {
    this.#phone.shown.remember(screen);
    this.#texts.push(`${text}\nsnapshot:${this.snapshots.add(screen, luma)}`);
  }
  data(value: { readonly [key: string]: JsonValue }, text = JSON.stringify(value)): void {
    this.#data = value;
    this.#texts.push(text);
  }
  wait(): void {
    // The answer has it, too.
  }
  picture(picture: ReplyPicture | null): void {
    this.#pictures.splice(0, 1, ...(picture ? [picture] : []));
  }
  file(file: ReplyFile): void {
    this.#files.push(file);
  }
  later(note: Promise<string | null>): void {
    this.#lateNotes.push(note);
  }
  progress(progress: CallProgress): void {
    this.#progress.push(progress);
  }
  async result(): Promise<CallResult> {
    const [answer = '', ...notes] = this.#texts;
    for (const note of await Promise.all(this.#lateNotes))
      if (note !== null) notes.push(`note:${note}`);
    const pictures = this.#pictures;
    const progress = this.#progress;
    const files = this.#files;
    const secrets = this.secrets.texts;
    return { answer, notes, data: this.#data, pictures, files, progress, secrets, code: undefined };
  }
}

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
interface DirectoryCallResult {
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
    note: (...notes: readonly string[]) => void texts.push(...notes.map((note) => `note:${note}`)),
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
