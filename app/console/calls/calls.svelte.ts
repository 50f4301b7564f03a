import { toHandsetError, toWire, type WireError } from '../../../core/errors.ts';
import type { WorkerLink } from '../../../core/link/link.ts';
import type { CallRecord, Events } from '../../../core/link/messages.ts';

/** Calls kept for reading; older ones are dropped with their pictures. */
const keptCalls = 50;

/** The tool calls of agents and of the person. */
export class CallsState {
  /** Newest first. */
  records = $state.raw<readonly CallRecord[]>([]);
  running = $state.raw<Events['running'][number] | null>(null);
  /** Why a call of the person could not even be made. */
  error = $state.raw<WireError | null>(null);
  /** The call chosen for reading; null follows the newest. */
  chosenId = $state.raw<number | null>(null);

  readonly shown = $derived(
    this.records.find((record) => record.id === this.chosenId) ?? this.records[0] ?? null,
  );

  readonly #link: WorkerLink;

  constructor(link: WorkerLink) {
    this.#link = link;
    link.on('running', (running) => (this.running = running.at(-1) ?? null));
    link.on('call', (record) => this.#add(record));
  }

  /** Shows this call; choosing the newest follows what comes after it. */
  choose(record: CallRecord): void {
    this.chosenId = record === this.records[0] ? null : record.id;
  }

  /** Makes the call an agent would make, and shows what comes back. */
  async runScreenState(withScreenshot: boolean): Promise<void> {
    this.error = null;
    this.chosenId = null;
    try {
      const argumentsJson = JSON.stringify({ include_screenshot: withScreenshot });
      this.#add(await this.#link.call('runTool', { name: 'get_screen_state', argumentsJson }));
    } catch (error) {
      this.error = toWire(toHandsetError(error));
    }
  }

  /** A call of the person comes twice, as result and as event: it stands once. */
  #add(record: CallRecord): void {
    if (this.records.some(({ id }) => id === record.id)) return;
    this.records = [record, ...this.records].slice(0, keptCalls);
  }
}
