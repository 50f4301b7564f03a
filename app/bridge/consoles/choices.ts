import type { PhoneChoice } from '../../../core/relay/frames.ts';
import { MAX_CHOICES } from '../limits.ts';
import type { Tab } from './tab.ts';

/** The phones that agents chose, by the agent's name. */
export class Choices {
  /** The one that was asked for last is last. */
  readonly #byAgent = new Map<string, PhoneChoice>();

  /** The agent's choice; null when it follows the person's. */
  of(agent: string): PhoneChoice | null {
    const choice = this.#byAgent.get(agent) ?? null;
    if (choice !== null) this.set(agent, choice);
    return choice;
  }

  /** Keeps a choice, or with null forgets it. */
  set(agent: string, choice: PhoneChoice | null): void {
    this.#byAgent.delete(agent);
    if (choice !== null) this.#byAgent.set(agent, choice);
    const [oldest] = this.#byAgent.keys();
    if (this.#byAgent.size > MAX_CHOICES && oldest !== undefined) this.#byAgent.delete(oldest);
  }
}

/**
 * The tab that has the chosen phone, or is just reloading with it; null where none has. The
 * console it was chosen at comes first, but a phone that was plugged out there may be at another.
 */
export function holderOf({ serial, console }: PhoneChoice, tabs: readonly Tab[]): Tab | null {
  const chosenAt = tabs.filter((tab) => tab.name === console);
  const holding = [...chosenAt, ...tabs].filter((tab) => tab.holds(serial));
  const connected = holding.find((tab) => tab.state.phone?.state === 'connected');
  // Demo phones of one version have the same number, and are not the same phone.
  if (connected?.state.phone?.kind === 'usb') return connected;
  const stays = chosenAt.find((tab) => tab.holds(serial) || tab.bringsBack(serial));
  return stays ?? connected ?? holding[0] ?? null;
}
