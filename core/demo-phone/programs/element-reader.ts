import type { JavaProgram } from '../shell/app-process.ts';
import type { ProgramContext } from '../shell/program.ts';
import { apiLevels } from '../system.ts';
import type { DumpNode } from '../world.ts';
import { identityHash } from './dumpsys/window.ts';

/** Time in ms of connecting UiAutomation, of an event's way to it, of a reading, and of each node in it. Guess: a mid-range phone. */
const connectMs = 120;
const eventMs = 10;
const readingMs = 20;
const nodeMs = 0.4;
/** How often a moving screen is looked at while a reading waits for it. */
const tickMs = 20;
/** Exit code: 128 + SIGKILL. */
const killedCode = 137;
/** At which reading the fault `reader-dies` ends the program, if not at a change before it; with `reader-hangs` it never answers. */
const lastReading = 3;

/** Handset's own program for the phone, as worker/adb/reading/element-reader/README.md describes its protocol. */
export const elementReader: JavaProgram = {
  signature: 'dex\n',
  main: async (context) => {
    const { faults, counters, android } = context.system;
    if (faults.has('no-reader')) {
      await context.err('Killed \n');
      return killedCode;
    }
    const reader = new RunningReader(context);
    try {
      await reader.print(`ready\t4\t${apiLevels[android]}\n`);
      return await Promise.race([reader.killed, answerAll(context.stdin, reader)]);
    } finally {
      reader.stop();
      if (counters.uiAutomationPid === context.pid) counters.uiAutomationPid = undefined;
    }
  },
};

/** Answers every request in turn; resolves with the exit code at the end of stdin. */
async function answerAll(stdin: ProgramContext['stdin'], reader: RunningReader): Promise<number> {
  let answered = Promise.resolve();
  for (;;) {
    const line = await stdin.readLine();
    // The real one ends at once too.
    if (line === undefined) return 0;
    reader.waiting++;
    answered = answered.then(() => {
      reader.waiting--;
      return reader.answer(new TextDecoder().decode(line).trim());
    });
    answered.catch(() => undefined);
  }
}

class RunningReader {
  /** Resolves with the exit code once a fault has killed the program. */
  readonly killed: Promise<number>;
  /** Requests that wait behind the one that is being answered, which then waits no longer. */
  waiting = 0;
  readonly #context: ProgramContext;
  readonly #stopListening: () => void;
  #kill: () => void = () => undefined;
  #printed = Promise.resolve();
  #lastEventMs = performance.now();
  #readings = 0;
  /** The reading after which nothing has changed yet; undefined once a change was told. */
  #unchangedReading: string | undefined;
  /** With the fault `reader-stale`: the tree since UiAutomation was connected. */
  #staleRows: readonly string[] | undefined;

  constructor(context: ProgramContext) {
    this.#context = context;
    const commandLine = context.argv.join(' ');
    context.system.counters.programs.set(context.pid, { commandLine, kill: () => this.#kill() });
    this.killed = new Promise((resolve) => (this.#kill = () => resolve(killedCode)));
    this.#stopListening = context.system.world.onChange(() => void this.#onEvent());
  }

  /** Prints after what was printed before. */
  print(text: string): Promise<void> {
    this.#printed = this.#printed.then(() => this.#context.out(text));
    return this.#printed;
  }

  stop(): void {
    this.#stopListening();
    this.#context.system.counters.programs.delete(this.#context.pid);
  }

  /** Answers one request. */
  async answer(line: string): Promise<void> {
    const { counters, faults } = this.#context.system;
    const { pid } = this.#context;
    const [request, id = '', ...times] = line.split(' ');
    if (request === 'release') {
      if (counters.uiAutomationPid === pid) counters.uiAutomationPid = undefined;
      this.#unchangedReading = undefined;
      await this.print(`end\t${id}\n`);
      if (faults.has('reader-ends')) this.#kill();
    } else if (request === 'read') {
      const malformed = times.find((time) => !/^\d+$/.test(time));
      if (malformed !== undefined) {
        const message = `java.lang.NumberFormatException: For input string: "${malformed}"`;
        await this.print(`error\t${id}\tfailed\t${message}\n`);
        return;
      }
      const [quietMs = 0, maxMs = 0] = times.map(Number);
      if (!(await this.#connect())) {
        const message = 'java.lang.IllegalStateException: UiAutomationService already registered!';
        await this.print(`error\t${id}\ttaken\t${message}\n`);
        return;
      }
      if (this.#hangs) return await new Promise<never>(() => undefined);
      await this.#waitForQuiet(quietMs, maxMs);
      const rows = await this.#read(id);
      this.#readings++;
      if (faults.has('reader-dies') && this.#readings >= lastReading) {
        await this.print(`${rows.slice(0, 3).join('\n')}\nno`);
        this.#kill();
      } else await this.print(`${rows.join('\n')}\nend\t${id}\n`);
    }
  }

  /** Something has changed on the screen. */
  async #onEvent(): Promise<void> {
    const { counters, faults } = this.#context.system;
    this.#lastEventMs = performance.now();
    const id = this.#unchangedReading;
    if (id === undefined || counters.uiAutomationPid !== this.#context.pid || this.#hangs) return;
    this.#unchangedReading = undefined;
    try {
      await this.#context.simulateLatency(eventMs);
      if (faults.has('reader-dies') && this.#readings >= lastReading - 1) this.#kill();
      else await this.print(`changed\t${id}\n`);
    } catch {
      // The host has disconnected.
    }
  }

  get #hangs(): boolean {
    return this.#context.system.faults.has('reader-hangs') && this.#readings >= lastReading - 1;
  }

  async #connect(): Promise<boolean> {
    const { counters, faults } = this.#context.system;
    if (counters.uiAutomationPid === this.#context.pid) return true;
    if (counters.uiAutomationPid !== undefined || faults.has('automation-taken')) return false;
    counters.uiAutomationPid = this.#context.pid;
    await this.#context.simulateLatency(connectMs);
    this.#lastEventMs = performance.now();
    this.#staleRows = undefined;
    return true;
  }

  async #waitForQuiet(quietMs: number, maxMs: number): Promise<void> {
    const endMs = performance.now() + maxMs;
    while (this.waiting === 0) {
      const nowMs = performance.now();
      const { world, faults } = this.#context.system;
      if (world.isAnimating || faults.has('no-idle')) this.#lastEventMs = nowMs;
      const leftMs = Math.min(this.#lastEventMs + quietMs, endMs) - nowMs;
      if (leftMs <= 0) return;
      await this.#context.delay(Math.min(leftMs, tickMs));
    }
  }

  async #read(id: string): Promise<readonly string[]> {
    const { world, faults } = this.#context.system;
    this.#unchangedReading = id;
    if (faults.has('no-idle')) void this.#onEvent();
    const { rotation } = world;
    const { width, height } = world.screenSize;
    const { title, packageName } = world.focusedWindow();
    // A number that other windows have not.
    const window = Number.parseInt(identityHash(`${packageName} ${title}`), 16);
    const lies = faults.has('reader-lies');
    const hasState = apiLevels[this.#context.system.android] >= stateDescriptionLevel;
    const rows = nodeRows(world.hierarchy(), { lies, hasState });
    await this.#context.simulateLatency(readingMs + nodeMs * rows.length);
    const stillMs = Math.round(performance.now() - this.#lastEventMs);
    const sizes = [width, height, width, height];
    const density = world.overrideDensity ?? world.physicalDensity;
    const head = ['screen', id, rotation, ...sizes, density, stillMs].join('\t');
    const keyboard = world.windows().find(({ kind }) => kind === 'ime');
    const bounds = keyboard && Object.values(keyboard.bounds).join('\t');
    const windows = keyboard ? [`window\tkeyboard\t2\t${bounds}`] : [];
    if (faults.has('reader-stale')) this.#staleRows ??= rows;
    const kind = world.focusedDisplay === 0 ? 'active' : 'front';
    return [head, `window\t${kind}\t${window}`, ...(this.#staleRows ?? rows), ...windows];
  }
}

/** The first API level with AccessibilityNodeInfo.getStateDescription. */
const stateDescriptionLevel = 30;

interface RowOptions {
  /** The fault `reader-lies`. */
  readonly lies: boolean;
  readonly hasState: boolean;
}

function nodeRows(node: DumpNode, options: RowOptions, depth = 0, index = 0): string[] {
  const { lies, hasState } = options;
  const { left, top, right, bottom } = node.bounds;
  const { className, packageName, resourceId, text, description, hint } = node;
  const flags = [
    ...[node.checkable, node.checked, node.clickable, node.enabled, node.focusable, node.focused],
    ...[node.scrollable, node.longClickable, node.password, node.selected],
    ...[className === 'android.widget.EditText', true, node.heading === true],
  ];
  const bits = flags.reduce((sum, flag, bit) => sum + (flag ? 2 ** bit : 0), 0);
  const fields = [
    ...['node', depth, index, bits, left, top, right, lies ? bottom - 1 : bottom],
    ...[className, packageName, resourceId, text, description, hint].map(escapeField),
    ...[hasState ? (node.stateDescription ?? '') : '', node.error ?? ''].map(escapeField),
    ...[node.listRows === undefined ? '' : `${node.listRows} 1`],
    ...[node.listRow === undefined ? '' : `${node.listRow} 0`],
  ];
  const children = node.children.flatMap((child, i) => nodeRows(child, options, depth + 1, i));
  return [fields.join('\t'), ...children];
}

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
};

function escapeField(text: string): string {
  return text.replace(/[\\\t\n\r]/g, (character) => escapes[character] ?? character);
}
