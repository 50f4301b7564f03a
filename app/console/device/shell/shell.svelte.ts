import { FitAddon } from '@xterm/addon-fit';
import { SearchAddon } from '@xterm/addon-search';
import { Terminal } from '@xterm/xterm';
import '@xterm/xterm/css/xterm.css';
import { toWire, type WireError } from '#core/errors.ts';
import type { WorkerLink } from '#core/link/link.ts';
import type { ShellInput, ShellOutput } from '#core/link/shell.ts';
import { ClipboardCopy } from '../../../ui/clipboard-copy.svelte.ts';
import { hasMod, isMac, isStopKey } from '../../../ui/keys.ts';
import { shellStrings as strings } from './strings.ts';
import { guardTerminal } from './terminal-guard.ts';
import { openStyled, themeOf } from './terminal-styles.ts';

/** Where the search stands; null before it. */
interface SearchResult {
  /** Counted from 1; 0 where nothing matches. */
  readonly at: number;
  readonly count: number;
}

/** What a shell asks of the component that shows it. */
interface ShellKeys {
  /** Ctrl+Shift+F. */
  find(): void;
  /** F6: moves the focus out of the terminal. */
  leave(): void;
}

/** One shell on the phone and the terminal that shows it. */
export class Shell {
  readonly id: number;
  state = $state<'opening' | 'open' | 'ended'>('opening');
  /** Whether the phone's Android is older than 7. */
  isLegacy = $state(false);
  /** Of a shell that has ended; null where the phone did not tell it. */
  exitCode = $state<number | null>(null);
  /** Why it ended, if it did not by itself. */
  error = $state.raw<WireError | null>(null);
  /** Lines that wait to be pasted until the user agrees. */
  pastePending = $state<string | null>(null);
  searchResult = $state.raw<SearchResult | null>(null);
  readonly #terminal: Terminal;
  readonly #fit = new FitAddon();
  readonly #search = new SearchAddon();
  readonly #copying = new ClipboardCopy();
  readonly #link: WorkerLink;
  readonly #end = new AbortController();
  #port: MessagePort | null = null;

  constructor(id: number, link: WorkerLink) {
    this.id = id;
    this.#link = link;
    this.#terminal = new Terminal({
      allowProposedApi: true,
      cursorBlink: false,
      // The phone could fill the browser's log.
      logLevel: 'off',
      minimumContrastRatio: 4.5,
      rightClickSelectsWord: false,
      scrollback: 10_000,
    });
    guardTerminal(this.#terminal);
    this.#terminal.loadAddon(this.#fit);
    this.#terminal.loadAddon(this.#search);
    this.#terminal.onData((text) => this.#send({ kind: 'keys', bytes: encoder.encode(text) }));
    // Mouse reports of an old kind are bytes.
    this.#terminal.onBinary((text) => {
      const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
      this.#send({ kind: 'keys', bytes });
    });
    this.#terminal.onResize(({ cols, rows }) => {
      this.#send({ kind: 'size', columns: cols, rows });
    });
    this.#search.onDidChangeResults(({ resultIndex, resultCount }) => {
      this.searchResult = { at: resultIndex + 1, count: resultCount };
    });
  }

  /** Shows the terminal in the element, and starts the shell. Returns a function that ends both. */
  show(element: HTMLElement, keys: ShellKeys): () => void {
    const { fontFamily, fontSize } = getComputedStyle(element);
    const terminal = this.#terminal;
    terminal.options = { fontFamily, fontSize: Number.parseFloat(fontSize) };
    const removeStyles = openStyled(terminal, element);
    const applyTheme = (): void => void (terminal.options.theme = themeOf(element));
    applyTheme();
    const { textarea } = terminal;
    textarea?.setAttribute('data-keys-of', 'shell');
    textarea?.setAttribute('aria-label', strings.terminal(strings.shell(this.id)));
    terminal.attachCustomKeyEventHandler((event) => this.#handleKey(event, keys));
    const resizes = new ResizeObserver(() => this.#fitTo(element));
    resizes.observe(element);
    const themes = new MutationObserver(applyTheme);
    themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    const systemTheme = matchMedia('(prefers-color-scheme: dark)');
    systemTheme.addEventListener('change', applyTheme);
    element.addEventListener('paste', this.#handlePaste, { capture: true });
    this.#fitTo(element);
    void this.#run();
    return () => {
      this.#end.abort();
      resizes.disconnect();
      themes.disconnect();
      systemTheme.removeEventListener('change', applyTheme);
      terminal.dispose();
      removeStyles();
    };
  }

  focus(): void {
    this.#terminal.focus();
  }

  /** Types this text; of several lines each is run, unless the program asked for pastes as a whole. */
  paste(text: string): void {
    this.pastePending = null;
    this.#terminal.paste(text);
    this.focus();
  }

  /** Finds the text in what the terminal holds; from the last match on, or the next one at its place while it is typed. */
  find(text: string, direction: 'next' | 'previous' | 'typed' = 'next'): void {
    const { backgroundColor, accentColor } = getComputedStyle(
      this.#terminal.element ?? document.body,
    );
    const decorations = {
      matchBorder: accentColor,
      matchOverviewRuler: accentColor,
      activeMatchBackground: backgroundColor,
      activeMatchBorder: accentColor,
      activeMatchColorOverviewRuler: accentColor,
    };
    if (text === '') this.endFind();
    else if (direction === 'previous') this.#search.findPrevious(text, { decorations });
    else this.#search.findNext(text, { decorations, incremental: direction === 'typed' });
  }

  endFind(): void {
    this.#search.clearDecorations();
    this.searchResult = null;
  }

  /** Lets screen readers read the output, or no longer. */
  setAnnounced(isOn: boolean): void {
    this.#terminal.options.screenReaderMode = isOn;
  }

  async #run(): Promise<void> {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = ({ data }: MessageEvent<ShellOutput>) => this.#receive(data);
    const { cols: columns, rows } = this.#terminal;
    const request = { port: port2, columns, rows };
    try {
      const { exitCode } = await this.#link.call('openShell', request, this.#end.signal);
      this.exitCode = exitCode;
    } catch (error) {
      if (this.#end.signal.aborted) return;
      this.error = toWire(error);
    }
    this.state = 'ended';
    this.#terminal.options.disableStdin = true;
    // The last output may still be on its way, so the port stays open.
  }

  #receive(output: ShellOutput): void {
    if (output.kind === 'open') {
      this.isLegacy = output.isLegacy;
      if (this.state === 'opening') this.state = 'open';
      return;
    }
    const { bytes } = output;
    this.#terminal.write(bytes, () => this.#send({ kind: 'processed', bytes: bytes.length }));
  }

  #send(input: ShellInput): void {
    if (this.state !== 'ended') this.#port?.postMessage(input);
  }

  /** A hidden terminal keeps its size. */
  #fitTo(element: HTMLElement): void {
    if (element.clientWidth > 0) this.#fit.fit();
  }

  /** Whether xterm.js may take the key. */
  #handleKey(event: KeyboardEvent, keys: ShellKeys): boolean {
    if (isStopKey(event)) return false;
    const { code, ctrlKey, shiftKey, altKey } = event;
    const isDown = event.type === 'keydown';
    const take = (act: () => void): false => {
      event.preventDefault();
      if (isDown) act();
      return false;
    };
    if (event.key === 'F6') return take(() => keys.leave());
    if (!ctrlKey || altKey) return !(isMac() && hasMod(event) && ['KeyC', 'KeyV'].includes(code));
    if (shiftKey && code === 'KeyF') return take(() => keys.find());
    // The browser pastes, and then handlePaste has the text.
    if (shiftKey && code === 'KeyV') return false;
    if (code === 'KeyC' && (shiftKey || (!isMac() && this.#terminal.hasSelection())))
      return take(() => this.#copy());
    return true;
  }

  #copy(): void {
    const text = this.#terminal.getSelection();
    if (text === '') return;
    void this.#copying.copy(text);
    this.#terminal.clearSelection();
  }

  readonly #handlePaste = (event: ClipboardEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    const pasted = event.clipboardData?.getData('text/plain') ?? '';
    // eslint-disable-next-line no-control-regex -- they would press keys, or end the paste before its end
    const text = pasted.replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g, '');
    const isBracketed = this.#terminal.modes.bracketedPasteMode;
    if (isBracketed || !/[\r\n]\s*\S/.test(text)) this.paste(text);
    else this.pastePending = text;
  };
}

const encoder = new TextEncoder();
