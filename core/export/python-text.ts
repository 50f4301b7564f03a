/** Texts of an exported script in Python and in XPath 1, which has no escapes. */

/** The Python function that writes such a text. */
export const xpathFunction = `def xpath_text(text):
    parts = [f'"{part}"' for part in text.split('"')]
    return "concat(" + ", '\\"', ".join(parts) + ', "")'
`;

const variablePattern = /(\$\{\w+\})/;

/** A text in XPath 1, with what may be a variable outside of quotes: `PythonWriter.path` knows. */
export function xpathText(text: string): string {
  const parts = text
    .split(variablePattern)
    .filter((part) => part !== '')
    .map((part) => (variablePattern.test(part) ? part : xpathLiteral(part)));
  const [first = '""', ...others] = parts;
  return others.length === 0 ? first : `concat(${parts.join(', ')})`;
}

/** XPath 1 has no escapes. */
function xpathLiteral(text: string): string {
  if (!text.includes('"')) return `"${text}"`;
  if (!text.includes("'")) return `'${text}'`;
  return `concat(${text
    .split('"')
    .map((part) => `"${part}"`)
    .join(`, '"', `)})`;
}

/** A Python string; JSON's escapes are Python's. */
export function pythonString(text: string): string {
  return JSON.stringify(text).replace(
    /[\u2028\u2029\u007f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Writes texts and paths as Python, with `${NAME}` of these variables read from the environment. */
export class PythonWriter {
  readonly #variables: readonly string[];

  constructor(variables: readonly string[]) {
    this.#variables = variables;
  }

  /** A text, as of an argument. */
  text(value: unknown): string {
    return this.#join(String(value), { known: (code) => code, other: pythonString });
  }

  /** An XPath whose texts `xpathText` has written. */
  path(xpath: string): string {
    return this.#join(xpath, {
      known: (code) => `xpath_text(${code})`,
      other: (part) => pythonString(variablePattern.test(part) ? `"${part}"` : part),
    });
  }

  /** Whether a part of the text is only known when the script runs. */
  hasVariable(text: string): boolean {
    return text.split(variablePattern).some((part) => this.#read(part) !== null);
  }

  #join(
    text: string,
    { known, other }: Record<'known' | 'other', (part: string) => string>,
  ): string {
    const parts = text.split(variablePattern).filter((part) => part !== '');
    const code = parts.map((part) => {
      const read = this.#read(part);
      return read === null ? other(part) : known(read);
    });
    return code.length === 0 ? '""' : code.join(' + ');
  }

  /** The Python expression of a variable; null for another text. */
  #read(part: string): string | null {
    const [, name = ''] = /^\$\{(\w+)\}$/.exec(part) ?? [];
    return this.#variables.includes(name) ? `os.environ[${pythonString(name)}]` : null;
  }
}
