import { onStorageChange, recall, remember } from '../ui/storage.ts';

/** The person's answers about origins that requested a connection, each list in the order of the answers. */
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
  try {
    const parsed: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(parsed) ? parsed.filter((each) => typeof each === 'string') : [];
  } catch {
    return [];
  }
}
