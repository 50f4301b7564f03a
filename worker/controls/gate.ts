import type { HandsetError } from '../../core/errors.ts';
import type { Controls, Question, Say } from '../../core/link/messages.ts';
import type { AnyTool } from '../../core/tools/contract/tool.ts';
import { type AskingCall, Questions } from './questions.ts';
import { paused, readOnly, switchedOff } from './refusals.ts';

/** What holds until the page has told the person's wishes: no agent is to come before that. */
const notToldYet: Controls = { paused: true, readOnly: false, askFirst: false, switchedOff: [] };

/** What there is to be let through, and who hears of changes. */
export interface GateParts {
  /** Every tool that there is. */
  readonly tools: readonly AnyTool[];
  /** Hears every change of what the person is asked, the oldest question first. */
  onQuestions(questions: readonly Question[]): void;
  /** Hears that other tools are offered than before. */
  onOffered(): void;
}

/** What the person lets agents do, asked before every call of theirs. */
export class Gate {
  readonly #parts: GateParts;
  readonly #questions: Questions;
  #controls = notToldYet;
  /** Those who may act without being asked about. */
  readonly #trusted = new Set<string>();

  constructor(parts: GateParts) {
    this.#parts = parts;
    this.#questions = new Questions((questions) => parts.onQuestions(questions));
  }

  get controls(): Controls {
    return this.#controls;
  }

  /** In force at once, also for calls that wait for their turn or for an answer. */
  set(controls: Controls): void {
    const before = this.#offered();
    if (controls.askFirst !== this.#controls.askFirst) this.forgetTrust();
    this.#controls = controls;
    this.#questions.refuseWhere((tool) => this.#refusal(tool));
    if (this.#offered() !== before) this.#parts.onOffered();
  }

  /** Whether agents are told of this tool. */
  isOffered(name: string): boolean {
    const tool = this.#parts.tools.find((candidate) => candidate.name === name);
    return tool !== undefined && this.#switchedOff(tool) === null;
  }

  /** Throws `paused` or `switched-off` where the tool may not be used now. */
  check(tool: AnyTool): void {
    const refusal = this.#refusal(tool);
    if (refusal !== null) throw refusal;
  }

  /**
   * Resolves when the call may run: at once, or when the person has said yes where they want to be
   * asked. Rejects with `not-allowed`, `cancelled`, `paused`, `switched-off`.
   */
  async ask(call: AskingCall): Promise<void> {
    this.check(call.tool);
    if (!this.mustAsk(call)) return;
    if ((await this.#questions.ask(call)) === 'agent') this.#trust(call.who);
  }

  /** Whether the person wants to be asked before such a call runs. */
  mustAsk({ tool, who }: Pick<AskingCall, 'tool' | 'who'>): boolean {
    return this.#controls.askFirst && tool.effect === 'act' && !this.#trusted.has(who);
  }

  /** Asks about every agent again: another bridge may give its agents the same names. */
  forgetTrust(): void {
    this.#trusted.clear();
  }

  /** Takes the person's answer to an open question. */
  answer(id: number, say: Say): void {
    this.#questions.answer(id, say);
  }

  #trust(who: string): void {
    this.#trusted.add(who);
    this.#questions.allow(who);
  }

  #refusal(tool: AnyTool): HandsetError | null {
    // Which phones there are may be asked at any time: that reaches none of them.
    return this.#controls.paused && tool.at !== 'desk' ? paused() : this.#switchedOff(tool);
  }

  #switchedOff({ name, effect }: AnyTool): HandsetError | null {
    if (this.#controls.switchedOff.includes(name)) return switchedOff(name);
    return this.#controls.readOnly && effect === 'act' ? readOnly(name) : null;
  }

  #offered(): string {
    const { tools } = this.#parts;
    return tools.flatMap(({ name }) => (this.isOffered(name) ? [name] : [])).join();
  }
}
