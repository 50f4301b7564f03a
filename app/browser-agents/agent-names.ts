/** Reserved names: the person, the agent of `/mcp` itself, WebMCP's agent, our own pages. */
const reserved = ['you', 'local', 'browser', 'this-page'];

/** Characters; core/mcp/agent.ts holds the rule. */
const maxNameLength = 64;

/**
 * Names agents after their origins: `https://app.example.com` becomes `app.example.com`. An origin
 * keeps its name as long as the page lives, and no two share one.
 */
export class AgentNames {
  readonly #ownOrigin: string;
  readonly #byOrigin = new Map<string, string>();

  constructor(ownOrigin: string) {
    this.#ownOrigin = ownOrigin;
  }

  /** The name for this origin's agent, matching `[A-Za-z0-9_.-]{1,64}`; `this-page` for our own origin. */
  nameFor(origin: string): string {
    if (origin === this.#ownOrigin) return 'this-page';
    const name = this.#byOrigin.get(origin) ?? this.#freeName(plainName(origin));
    this.#byOrigin.set(origin, name);
    return name;
  }

  #freeName(baseName: string): string {
    const usedNames = new Set([...reserved, ...this.#byOrigin.values()]);
    for (let count = 1; ; count++) {
      const suffix = count === 1 ? '' : `-${count}`;
      const name = baseName.slice(0, maxNameLength - suffix.length) + suffix;
      if (!usedNames.has(name)) return name;
    }
  }
}

/** `http://[::1]:8080` -> `1-8080` */
function plainName(origin: string): string {
  const host = origin.replace(/^[^:]*:\/\//, '');
  return host.replace(/[^A-Za-z0-9_.-]+/g, '-').replace(/^-|-$/g, '') || 'agent';
}
