import { onRemembered, recall, remember } from '../ui/storage.ts';

/** The person's answers about origins that requested a connection, each list in the order of the answers. */
export interface OriginAnswers {
  readonly allowed: readonly string[];
  readonly refused: readonly string[];
}

const names = { allowed: 'door-origins', refused: 'door-refusals' } as const;

/** The stored answers; a stored value that is not a list counts as empty. */
export function keptAnswers(): OriginAnswers {
  return { allowed: parse(recall(names.allowed)), refused: parse(recall(names.refused)) };
}

/** Stores the answers for all tabs and later visits. */
export function keepAnswers({ allowed, refused }: OriginAnswers): void {
  remember(names.allowed, format(allowed));
  remember(names.refused, format(refused));
}

/** Calls back with the answers whenever another tab has changed them. */
export function onAnsweredElsewhere(onChange: (answers: OriginAnswers) => void): void {
  for (const name of Object.values(names)) onRemembered(name, () => onChange(keptAnswers()));
}

function format(origins: readonly string[]): string | null {
  return origins.length === 0 ? null : JSON.stringify(origins);
}

function parse(text: string | null): readonly string[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string') : [];
  } catch {
    return [];
  }
}
