import { parseJson, textsIn } from '../ui/json.ts';
import { onStorageChange, recall, remember } from '../ui/storage.ts';

/** The agent that the console itself brings, in the same window. */
export const scriptedAgentName = 'scripted-agent';

/** Reserved names: the user, the agent of `/mcp` itself, WebMCP's agent, our own pages. */
const reserved = ['you', 'steps', 'local', 'browser', 'this-page', scriptedAgentName];

/** Characters; core/mcp/agent-path.ts holds the rule. */
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

/** The user's answers about origins that requested a connection, each list in the order of the answers. */
export interface OriginAnswers {
  readonly allowed: readonly string[];
  readonly refused: readonly string[];
}

const storageKeys = { allowed: 'door-origins', refused: 'door-refusals' } as const;

/** The stored answers; a stored value that is not a list counts as empty. */
export function storedAnswers(): OriginAnswers {
  return {
    allowed: parseOrigins(recall(storageKeys.allowed)),
    refused: parseOrigins(recall(storageKeys.refused)),
  };
}

/** Stores the answers for all tabs and later visits. */
export function storeAnswers({ allowed, refused }: OriginAnswers): void {
  remember(storageKeys.allowed, formatOrigins(allowed));
  remember(storageKeys.refused, formatOrigins(refused));
}

/** Calls back with the answers whenever another tab has changed them. */
export function onAnswersChanged(onChange: (answers: OriginAnswers) => void): void {
  for (const name of Object.values(storageKeys))
    onStorageChange(name, () => onChange(storedAnswers()));
}

function formatOrigins(origins: readonly string[]): string | null {
  return origins.length === 0 ? null : JSON.stringify(origins);
}

function parseOrigins(text: string | null): readonly string[] {
  return textsIn(parseJson(text ?? ''));
}
