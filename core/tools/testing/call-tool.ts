import { toHandsetError } from '../../errors.ts';
import type { Phone } from '../../phone.ts';
import type { ScreenLuma } from '../../screen/luma.ts';
import type { Screen } from '../../screen/screen.ts';
import { Snapshots } from '../../screen/snapshots.ts';
import { parseArguments } from '../shared/arguments.ts';
import { CallSecrets } from '../shared/secrets.ts';
import type { JsonValue, CallProgress, ToolReply, Tool } from '../shared/tool.ts';

/** The result of a call. */
export interface CallResult {
  /** The first text, or the whole text of the error. */
  readonly answer: string;
  /** The texts after it. */
  readonly notes: readonly string[];
  readonly data: { readonly [key: string]: JsonValue } | undefined;
  readonly progress: readonly CallProgress[];
  /** The call's secret texts. */
  readonly secrets: readonly string[];
  /** The error's code; undefined when the tool succeeded. */
  readonly code: string | undefined;
}

const neverAborted = new AbortController().signal;
/** The snapshots of each phone, kept from call to call. */
const snapshotsOf = new WeakMap<Phone, Snapshots>();

/** Calls a tool as an agent does: with the defaults and checks of its schema. */
export async function callTool(
  // Accepts tools with any input; each gets what its own schema returns.
  tool: Pick<Tool, 'name' | 'input'> & { readonly execute: (...args: never[]) => Promise<void> },
  phone: Phone,
  args: { readonly [name: string]: unknown } = {},
  signal: AbortSignal = neverAborted,
): Promise<CallResult> {
  // Safe, because the schema validates the input.
  const typedTool = tool as unknown as Tool;
  const reply = new ReplyUnderTest(phone, new CallSecrets(typedTool, args));
  try {
    await typedTool.execute(phone, parseArguments(typedTool, args), reply, signal);
  } catch (thrown) {
    const error = toHandsetError(thrown);
    return { ...reply.result(), answer: error.fullText, code: error.code };
  }
  return reply.result();
}

class ReplyUnderTest implements ToolReply {
  readonly snapshots: Snapshots;
  readonly secrets: CallSecrets;
  readonly #phone: Phone;
  readonly #texts: string[] = [];
  readonly #progress: CallProgress[] = [];
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
  screen(screen: Screen, text: string, luma: ScreenLuma | null = null): void {
    this.#phone.shown.remember(screen);
    this.#texts.push(`${text}\nsnapshot:${this.snapshots.add(screen, luma)}`);
  }
  data(value: { readonly [key: string]: JsonValue }, text = JSON.stringify(value)): void {
    this.#data = value;
    this.#texts.push(text);
  }
  picture(): void {}
  progress(progress: CallProgress): void {
    this.#progress.push(progress);
  }
  result(): CallResult {
    const [answer = '', ...notes] = this.#texts;
    const [progress, secrets] = [this.#progress, this.secrets.texts];
    return { answer, notes, data: this.#data, progress, secrets, code: undefined };
  }
}
