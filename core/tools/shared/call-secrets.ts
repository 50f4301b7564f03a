/** The part of a tool that says which argument may be secret. */
interface CalledTool {
  readonly at?: 'phone' | 'directory' | 'calls';
  /** The argument that may be a secret. */
  readonly secretArgument?: 'text';
}

/**
 * The texts of one call that must be masked where the call is shown to others: typed passwords and
 * clipboard content. The agent's own answer stays as it is.
 *
 * An argument declared as `secretArgument` is secret until the tool has seen that the field it goes to
 * is no password field. So it stays masked if the call is refused or fails before that.
 */
export class CallSecrets {
  #argument: string | null;
  readonly #steps: CallSecrets[];
  readonly #replySecrets = new Set<string>();

  /**
   * `tool` is undefined when no tool has the called name; `args` are the arguments as sent. `steps` are
   * the secrets of the calls that this one is made of.
   */
  constructor(tool: CalledTool | undefined, args: unknown, steps: readonly CallSecrets[] = []) {
    const name = tool?.secretArgument;
    this.#argument = name === undefined ? null : textAt(name, args);
    this.#steps = [...steps];
  }

  /** Sets the secrets of a step once it has run, by its index. */
  setStep(index: number, secrets: CallSecrets): void {
    this.#steps[index] = secrets;
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
      ...this.#steps.flatMap((step) => step.texts),
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
