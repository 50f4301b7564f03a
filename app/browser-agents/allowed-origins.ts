import { onRemembered, recall, remember } from '../ui/storage.ts';

const name = 'door-origins';

/** The origins that the person lets in, in the order of allowing; what is kept and is no list counts as none. */
export function allowedOrigins(): readonly string[] {
  return parse(recall(name));
}

/** Keeps the list for later visits. */
export function keepAllowedOrigins(origins: readonly string[]): void {
  remember(name, origins.length === 0 ? null : JSON.stringify(origins));
}

/** Calls back with the list whenever another tab has changed it. */
export function onAllowedElsewhere(onChange: (origins: readonly string[]) => void): void {
  onRemembered(name, (text) => onChange(parse(text)));
}

function parse(text: string | null): readonly string[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string') : [];
  } catch {
    return [];
  }
}
