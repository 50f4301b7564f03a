import { toHandsetError } from '#core/errors.ts';
import type { ElementRow } from '#core/link/messages.ts';
import { failureSentence } from '../../ui/call-strings.ts';
import { parseShare, recall, remember } from '../../ui/storage.ts';
import type { CallsState } from '../calls/calls.svelte.ts';
import type { ComparisonState } from '../screen/comparison.svelte.ts';
import { labelOf, shortName, type ElementTarget } from '../screen/element-text.ts';
import type { ScreenState } from '../screen/screen.svelte.ts';
import { ElementListState } from './element-list.svelte.ts';
import { actionStrings, copyStrings } from './strings.ts';

/** A tool that needs nothing but the element. */
export type SimpleTool = 'click_element' | 'long_click_element' | 'scroll_to_element';

/** An action of the user on an element. */
interface ElementAction {
  readonly tool: SimpleTool | 'set_text';
  readonly row: ElementRow;
  readonly target: ElementTarget;
  /** Only for `set_text`. */
  readonly text?: string;
}

/** The result of an action. */
interface ActionOutcome {
  readonly isError: boolean;
  readonly text: string;
}

/** How long it is said that an action worked. */
const doneMs = 4000;
/** The longest text that is repeated when it has been copied. */
const maxCopiedLength = 80;

/** What an action is said to act on: the quoted text, else the id or class. */
function actedName(row: ElementRow): string {
  const text = labelOf(row);
  return text === '' ? shortName(row) : actionStrings.quoted(text);
}

/** Runs the actions in an element's details, and holds the last outcome. */
export class ElementActionsState {
  /** The running action as shown to the user; null when none runs. */
  running = $state.raw<string | null>(null);
  outcome = $state.raw<ActionOutcome | null>(null);
  /** Whether the field for a new text of the element is open. */
  isTyping = $state(false);

  readonly #calls: CallsState;
  #abort: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(calls: CallsState) {
    this.#calls = calls;
  }

  /** Calls the tool as the user, unless an action runs. Never rejects: an error is reported in `outcome`. */
  async perform({ tool, row, target, text: newText }: ElementAction): Promise<void> {
    if (this.running !== null) return;
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    const name = actedName(row);
    this.dismiss();
    this.running = actionStrings.running(actionStrings.names[tool], name);
    try {
      const args = newText === undefined ? target : { ...target, text: newText };
      const call = await this.#calls.runTool(tool, { ...args }, signal);
      const text = failureSentence(call) ?? call.text;
      if (call.isError) this.outcome = { isError: true, text };
      else this.#showDone(actionStrings.done[tool](name), call.notes ?? []);
    } catch (thrown) {
      const error = toHandsetError(thrown);
      const message = error.code === 'cancelled' ? actionStrings.cancelled : error.fullText;
      this.outcome = { isError: true, text: message };
    } finally {
      this.running = null;
    }
  }

  /** Copies the text, and says so. Never rejects: an error is reported in `outcome`. */
  async copy(text: string): Promise<void> {
    this.dismiss();
    try {
      // Also throws where there is no clipboard: on an insecure page.
      await navigator.clipboard.writeText(text);
      const isLong = text.length > maxCopiedLength;
      const shown = isLong ? `${[...text].slice(0, maxCopiedLength).join('')}…` : text;
      this.#showDone(copyStrings.copied(shown), []);
    } catch {
      this.outcome = { isError: true, text: copyStrings.refused };
    }
  }

  /** Cancels the running action. */
  cancel(): void {
    this.#abort?.abort();
  }

  /** Hides the outcome. */
  dismiss(): void {
    clearTimeout(this.#timer);
    this.outcome = null;
  }

  /** An error or a note stays until it is dismissed; that it worked is seen on the screen, too. */
  #showDone(text: string, notes: readonly string[]): void {
    this.outcome = { isError: false, text: [text, ...notes].join('\n') };
    if (notes.length === 0) this.#timer = setTimeout(() => this.dismiss(), doneMs);
  }
}

/** What the list leaves to the panel. */
export interface ListActions {
  /** Escape was pressed with nothing left to close in the list. */
  readonly onleave: () => void;
  /** Ctrl+Enter was pressed on the row. */
  readonly ontap: (row: ElementRow) => void;
  /** The menu of the row was asked for, by a right click or by its keys. */
  readonly onmenu: (event: MouseEvent, row: ElementRow) => void;
}

/** The views of the elements panel. */
export type ElementsView = 'table' | 'tree' | 'changes';

/** The state of the elements panel; the height of the details is kept in this browser. */
export class InspectorState {
  readonly list: ElementListState;
  readonly actions: ElementActionsState;
  /** Whether a shortcut asks for the focus in the list, else in the filter; the panel takes it. */
  isFocusRequested = $state(false);

  readonly #comparison: ComparisonState;
  #wantsChanges = $state(false);
  #detailsShare = $state(parseShare(recall('details-height')));

  constructor(screen: ScreenState, calls: CallsState) {
    this.list = new ElementListState(screen);
    this.actions = new ElementActionsState(calls);
    this.#comparison = screen.comparison;
  }

  /** The part of the panel's height that the details have; null for what they need, up to half. */
  get detailsShare(): number | null {
    return this.#detailsShare;
  }

  set detailsShare(share: number | null) {
    this.#detailsShare = share;
    remember('details-height', share === null ? null : share.toFixed(4));
  }

  /** Keeps the screen that was read last to compare with, and shows the changes view. */
  pinScreen(): void {
    this.view = 'changes';
    void this.#comparison.pinScreen();
  }

  /** The changes view is available only while there is a comparison. */
  get view(): ElementsView {
    if (this.#wantsChanges && this.#comparison.isActive) return 'changes';
    return this.list.isTree ? 'tree' : 'table';
  }

  set view(view: ElementsView) {
    this.#wantsChanges = view === 'changes';
    if (view !== 'changes') this.list.isTree = view === 'tree';
  }
}

/** The parts of the console that the elements panel uses. */
export interface ElementsConsole {
  readonly screen: ScreenState;
  readonly inspector: InspectorState;
}
