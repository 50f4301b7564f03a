/** What has to be known of the tool that is called. */
interface ToolOfCall {
  readonly at?: 'phone' | 'desk';
  /** The argument that may be a secret. */
  readonly maybeSecret?: 'text';
}

/**
 * Which texts of one call are not for everybody: typed passwords, and what stands in the clipboard.
 * The agent's answer stays as it is; whoever shows the call to others masks these texts.
 *
 * The argument that a tool declares as `maybeSecret` is a secret until the tool has seen the field
 * that it goes to. So nothing is told of a call that was refused, or failed, before anybody could
 * know.
 */
export class CallSecrets {
  #argument: string | null;
  readonly #replied = new Set<string>();

  /** Of a call of this tool, undefined where there is none of its name, with the arguments as they were sent. */
  constructor(tool: ToolOfCall | undefined, given: unknown) {
    const name = tool?.maybeSecret;
    this.#argument = name === undefined ? null : textAt(name, given);
  }

  /** Adds a text of the answer that is a secret. */
  add(text: string): void {
    this.#replied.add(text);
  }

  /** The argument goes into this field: it is a secret in one for passwords alone. */
  typedInto({ password }: { readonly password: boolean }): void {
    if (!password) this.#argument = null;
  }

  /** All of them, the argument first; none twice, none empty. */
  get texts(): readonly string[] {
    const texts = new Set([...(this.#argument === null ? [] : [this.#argument]), ...this.#replied]);
    texts.delete('');
    return [...texts];
  }
}

function textAt(name: string, given: unknown): string | null {
  if (typeof given !== 'object' || given === null) return null;
  const value: unknown = Object.getOwnPropertyDescriptor(given, name)?.value;
  // Agents send PINs as numbers, too, and are refused.
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}
