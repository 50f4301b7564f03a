import type { CallRecord, ToolInfo } from '#core/link/messages.ts';
import { callerLabel, toolTitle } from '../../ui/call-strings.ts';
import { MaskedCall } from '../../ui/mask-secrets.ts';
import { callWords } from '../policy/argument-lines.ts';
import type { KeptLine } from './log-lines.ts';
import type { LogView } from './log-view.svelte.ts';
import { logsStrings } from './strings.ts';

/** The parts of the console that have the calls. */
export interface CallsConsole {
  readonly timeline: { readonly ownCalls: readonly CallRecord[] };
  readonly policy: { readonly tools: readonly ToolInfo[] };
  showCall(call: CallRecord): void;
}

/** The calls, by the listed line that follows their start. */
export class LogCalls {
  readonly #console: CallsConsole;
  readonly #view: LogView;
  /** Newest first. */
  readonly #starts = $derived.by(() =>
    this.#console.timeline.ownCalls.map((call) => ({
      call,
      line: this.#view.snapshot.lines[this.#view.rowAt(call.startedAtEpochMs)],
    })),
  );

  constructor(console: CallsConsole, view: LogView) {
    this.#console = console;
    this.#view = view;
  }

  /** What to write at the line: the last call that started just before it, and how many others; null without one. */
  labelAt(line: KeptLine): string | null {
    const [call, ...others] = this.#callsAt(line);
    if (call === undefined) return null;
    const title = toolTitle(this.#console.policy.tools, call.tool);
    const words = callWords(call.tool, title, new MaskedCall(call).arguments);
    return logsStrings.call(callerLabel(call.agent), words, others.length);
  }

  /** Shows that call in the Timeline; returns whether there is one. */
  openAt(line: KeptLine): boolean {
    const [call] = this.#callsAt(line);
    if (call !== undefined) this.#console.showCall(call);
    return call !== undefined;
  }

  #callsAt({ number }: KeptLine): readonly CallRecord[] {
    return this.#starts.flatMap(({ call, line }) => (line?.number === number ? [call] : []));
  }
}
