/** Renames tools for an agent that sees several servers: `tap` becomes `android_tap`. */
export interface ToolNames {
  /** The name the agent sees. */
  shown(name: string): string;
  /** The name the registry knows, or `null` where the agent's name is not one of ours. */
  known(shown: string): string | null;
  /**
   * A text with every tool name in it as the agent sees it. A name with an underscore counts
   * wherever it stands as a word, unless a selector's `@` or `#` makes it the phone's; a plain word
   * such as `tap` only between backticks, since "tap the element" is English.
   */
  inText(text: string): string;
}

/** The names under this prefix; with an empty one everything stays as it is. */
export function toolNames(names: readonly string[], prefix: string): ToolNames {
  const registered = new Set(names);
  const word = wordPattern(names);
  return {
    shown: (name) => prefix + name,
    known: (shown) => {
      if (!shown.startsWith(prefix)) return null;
      const name = shown.slice(prefix.length);
      return registered.has(name) ? name : null;
    },
    inText: (text) =>
      word === null || prefix === '' ? text : text.replace(word, (name) => prefix + name),
  };
}

/** Matches the names to rename; tool names are `[a-z_]`, so none needs escaping. */
function wordPattern(names: readonly string[]): RegExp | null {
  if (names.length === 0) return null;
  const unmistakable = names.filter((name) => name.includes('_'));
  const patterns = [`(?<=\`)(?:${names.join('|')})(?=\`)`];
  if (unmistakable.length > 0)
    patterns.push(`(?<![\\w@#-])(?:${unmistakable.join('|')})(?![\\w-])`);
  // Names of the registry, none of which repeats anything.
  return new RegExp(patterns.join('|'), 'g');
}
