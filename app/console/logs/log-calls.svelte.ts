import type { Call } from '#core/call.ts';
import type { ToolInfo } from '#core/link/messages.ts';
import {
  type CallEnd,
  callEndOf,
  callEndStrings,
  callerLabel,
  countUnsuccessful,
  unsuccessfulLabels,
} from '../../ui/call-strings.ts';
import { plainText } from '../../ui/plain-text.ts';
import { callWords } from '../../ui/call-words.ts';
import type { KeptLine } from './log-lines.ts';
import { rowIndexOf } from './log-list.svelte.ts';
import type { LogView } from './log-view.svelte.ts';
import { logsStrings } from './strings.ts';

/** The parts of the console that have the calls. */
export interface CallsConsole {
  readonly calls: { readonly own: readonly Call[] };
  readonly policy: { readonly tools: readonly ToolInfo[] };
  showCall(call: Call): void;
}

/** The calls that started just before a line. */
export interface CallMark {
  /** The one that contains the others; or else the last that acted, as reads log nothing; or else the first. */
  readonly call: Call;
  /** What it is, how many others there are, and how many of them all did not succeed. */
  readonly label: string;
  /** Each call on a line of its own. */
  readonly title: string;
  /** How it ended. */
  readonly end: CallEnd;
}

/** The calls, by the listed line that follows their start. */
export class LogCalls {
  readonly #console: CallsConsole;
  readonly #view: LogView;
  /** By the line's number; oldest first. */
  readonly #callsByLine = $derived.by(() => {
    const callsByLine: Record<number, readonly Call[] | undefined> = {};
    for (const call of this.#console.calls.own) {
      const line = this.#view.snapshot.lines[this.#view.rowAt(call.startedAtEpochMs)];
      if (line) callsByLine[line.number] = [call, ...(callsByLine[line.number] ?? [])];
    }
    return callsByLine;
  });
  /** The rows of those lines, from the top. */
  readonly rows = $derived(
    // Numbers as keys are in ascending order.
    Object.keys(this.#callsByLine).map((key) => rowIndexOf(this.#view.snapshot.lines, Number(key))),
  );

  constructor(console: CallsConsole, view: LogView) {
    this.#console = console;
    this.#view = view;
  }

  /** What to write above the line; null where no call started just before it. */
  markAt({ number }: KeptLine): CallMark | null {
    const calls = this.#callsByLine[number] ?? [];
    const call =
      calls.find(({ id }) => calls.some(({ stepOf }) => stepOf === id)) ??
      calls.findLast((each) => each.effect === 'act' && callEndOf(each) === 'done') ??
      calls[0];
    if (call === undefined) return null;
    const end = callEndOf(call);
    const others = calls.length - 1;
    const label = [
      this.#wordsOf(call) + (others > 0 ? ` +${others}` : ''),
      ...(others > 0
        ? unsuccessfulLabels(countUnsuccessful(calls))
        : end === 'done'
          ? []
          : [callEndStrings[end]]),
    ].join(' · ');
    const title = calls.map(
      (each) => `${this.#wordsOf(each)} · ${callEndStrings[callEndOf(each)]}`,
    );
    return { call, label, title: [...title, logsStrings.openCall].join('\n'), end };
  }

  /** Shows that call in the Timeline; returns whether there is one. */
  openAt(line: KeptLine): boolean {
    const mark = this.markAt(line);
    if (mark !== null) this.#console.showCall(mark.call);
    return mark !== null;
  }

  #wordsOf(call: Call): string {
    const { title, details } = callWords(this.#console.policy.tools, call.tool, call.arguments);
    return `${plainText(callerLabel(call.agent))}: ${title} ${details}`.trim();
  }
}
