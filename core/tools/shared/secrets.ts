/** The part of a tool that says which argument may be secret. */
interface CalledTool {
  readonly at?: 'phone' | 'directory';
  /** The argument that may be a secret. */
  readonly maybeSecret?: 'text';
}

/**
 * The texts of one call that must be masked where the call is shown to others: typed passwords and
 * clipboard content. The agent's own answer stays as it is.
 *
 * An argument declared as `maybeSecret` is secret until the tool has seen that the field it goes to
 * is no password field. So it stays masked if the call is refused or fails before that.
 */
export class CallSecrets {
  #argument: string | null;
  readonly #replySecrets = new Set<string>();

  /** `tool` is undefined when no tool has the called name; `args` are the arguments as sent. */
  constructor(tool: CalledTool | undefined, args: unknown) {
    const name = tool?.maybeSecret;
    this.#argument = name === undefined ? null : textAt(name, args);
  }

  /** Marks a text of the answer as secret. */
  add(text: string): void {
    this.#replySecrets.add(text);
  }

  /** Says which field the argument goes into: it stays secret only for a password field. */
  setTargetField({ password }: { readonly password: boolean }): void {
    if (!password) this.#argument = null;
  }

  /** All secret texts, the argument first, without duplicates and empty ones. */
  get texts(): readonly string[] {
    const texts = new Set([
      ...(this.#argument === null ? [] : [this.#argument]),
      ...this.#replySecrets,
    ]);
    texts.delete('');
    return [...texts];
  }
}

function textAt(name: string, args: unknown): string | null {
  if (typeof args !== 'object' || args === null) return null;
  const value: unknown = Object.getOwnPropertyDescriptor(args, name)?.value;
  // An agent may send a PIN as a number; that call is refused, but the number is still secret.
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}
