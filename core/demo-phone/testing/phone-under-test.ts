/** A demo phone, used as an agent does: only by tools. */
import type { InputBackend } from '../../phone/input-backends.ts';
import type { Rect, Size } from '../../geometry.ts';
import type { Agent, ToolCallOptions, ToolCallResult } from '../../mcp/testing/agent.ts';
import type { AndroidVersion, FaultName } from '../options.ts';

/** One row of get_screen_state. */
export interface ElementRow {
  readonly id: string;
  readonly className: string;
  readonly text: string;
  readonly description: string;
  readonly resourceId: string;
  readonly bounds: Rect;
  readonly flags: readonly string[];
}

export interface PhoneOptions {
  readonly android: AndroidVersion;
  readonly faults?: readonly FaultName[];
  /** `real`: the speed of a mid-range phone. */
  readonly latency?: 'none' | 'real';
  /** `package/.Activity` in front; the home screen if absent. */
  readonly activity?: string;
  /** A uiautomator dump to show instead of the demo phone's apps. */
  readonly screen?: string;
}

/** The input backend of such a phone. */
export function inputBackendOf({ faults = [] }: PhoneOptions): InputBackend {
  return faults.includes('no-scrcpy') ? 'shell' : 'scrcpy';
}

/** The console that the phone is connected to. */
export interface PhoneConsole {
  /** Connects an agent, with this name in its URL; the caller must close it. */
  connectAgent(name?: string): Promise<Agent>;
  close(): Promise<void>;
}

/** A phone with a connected agent; the caller must close it. */
export class PhoneUnderTest {
  readonly agent: Agent;
  readonly android: AndroidVersion;
  /** The input backend of this phone. */
  readonly inputBackend: InputBackend;
  readonly #console: PhoneConsole;
  readonly #agents: Agent[];

  private constructor(openConsole: PhoneConsole, agent: Agent, options: PhoneOptions) {
    this.#console = openConsole;
    this.agent = agent;
    this.#agents = [agent];
    this.android = options.android;
    this.inputBackend = inputBackendOf(options);
  }

  /** Connects an agent to this console, which has a phone with these options. */
  static async in(openConsole: PhoneConsole, options: PhoneOptions): Promise<PhoneUnderTest> {
    return new PhoneUnderTest(openConsole, await openConsole.connectAgent(), options);
  }

  /** Connects another agent to this phone, with this name in its URL; `close` closes it too. */
  async connectAgentNamed(name: string): Promise<Agent> {
    const agent = await this.#console.connectAgent(name);
    this.#agents.push(agent);
    return agent;
  }

  async close(): Promise<void> {
    await Promise.all(this.#agents.map((agent) => agent.close()));
    await this.#console.close();
  }

  /** Calls a tool; fails the test if the tool fails. */
  async call(
    tool: string,
    args: Record<string, unknown> = {},
    options: ToolCallOptions = {},
  ): Promise<ToolCallResult> {
    const answer = await this.agent.call(tool, args, options);
    if (answer.isError) throw new Error(`${tool} failed: ${answer.text}`);
    return answer;
  }

  /** Calls a tool that must fail; returns its error text. */
  async expectError(tool: string, args: Record<string, unknown> = {}): Promise<string> {
    const answer = await this.agent.call(tool, args);
    if (!answer.isError) throw new Error(`${tool} did not fail: ${answer.text}`);
    return answer.text;
  }

  async rows(): Promise<ElementRow[]> {
    return rowsOf((await this.call('get_screen_state')).text);
  }

  /** The first matching row; rejects with the whole screen if there is none. */
  async row(matches: (row: ElementRow) => boolean): Promise<ElementRow> {
    const { text } = await this.call('get_screen_state');
    const row = rowsOf(text).find(matches);
    if (row === undefined) throw new Error(`No such element on the screen:\n${text}`);
    return row;
  }

  rowWithText(label: string): Promise<ElementRow> {
    return this.row(({ text, description }) => text === label || description === label);
  }

  /** The row whose resource id ends in `id/name`. */
  rowWithResourceId(name: string): Promise<ElementRow> {
    return this.row(({ resourceId }) => resourceId.endsWith(`:id/${name}`));
  }

  /** Whether an element on the screen has exactly this text or description. */
  async showsText(label: string): Promise<boolean> {
    const rows = await this.rows();
    return rows.some(({ text, description }) => text === label || description === label);
  }

  /** The screen's size in the current rotation. */
  async screenSize(): Promise<Size> {
    const { text } = await this.call('get_screen_state');
    const [, width, height] = /^screen:(\d+)x(\d+) /m.exec(text) ?? [];
    return { width: Number(width), height: Number(height) };
  }

  /** The `package/.Activity` in front. */
  async foregroundActivity(): Promise<string> {
    const { text } = await this.call('get_screen_state');
    const [, app = '', activity = ''] = /^app:(\S+) activity:(\S+)$/m.exec(text) ?? [];
    return `${app}/${activity}`;
  }

  /** Closes all apps and shows the home screen, where every test starts. */
  async reset(): Promise<void> {
    const { text } = await this.call('press_recents', { observe: 'state' });
    const clear = rowsOf(text).find(({ resourceId }) => resourceId.endsWith(':id/clear_all'));
    if (clear) await this.call('click_element', { element_id: clear.id });
    else await this.call('press_home');
  }

  /** Goes home and opens the app of this name. */
  async open(label: string): Promise<void> {
    const { text } = await this.call('press_home', { observe: 'state' });
    const icon = rowsOf(text).find((row) => row.text === label);
    await this.call('click_element', { element_id: icon?.id ?? label });
  }

  async clickText(label: string): Promise<ToolCallResult> {
    const { id } = await this.rowWithText(label);
    return await this.call('click_element', { element_id: id });
  }
}

/** The rows of a get_screen_state text. */
export function rowsOf(text: string): ElementRow[] {
  const lines = text.split('\n');
  const header = lines.findIndex((line) => line.startsWith('id\t'));
  return lines.slice(header + 1).flatMap((line) => {
    const cells = line.split('\t');
    if (cells.length !== 7) return [];
    const [id = '', className = '', cellText = '', description = '', resourceId = ''] = cells;
    const [left = 0, top = 0, right = 0, bottom = 0] = (cells[5] ?? '').split(',').map(Number);
    const bounds = { left, top, right, bottom };
    const flags = (cells[6] ?? '').split(',');
    return [{ id, className, text: cellText, description, resourceId, bounds, flags }];
  });
}

export const centerOf = ({ left, top, right, bottom }: Rect): { x: number; y: number } => ({
  x: Math.floor((left + right) / 2),
  y: Math.floor((top + bottom) / 2),
});

export type ToolCase = (phone: PhoneUnderTest) => Promise<void>;

/** Tests by title. Each starts on the home screen, with no app open. */
export type ToolCases = Readonly<Record<string, ToolCase>>;

/**
 * The versions other than Android 14. Android 14 runs every case; these run the cases that depend on
 * differences between versions: dumps, dumpsys, `input`, `cmd` and logcat.
 */
export const otherAndroidVersions = [8, 11, 16] as const;

/** The cases with these titles. */
export function pickCases<Name extends string>(
  cases: Readonly<Record<Name, ToolCase>>,
  names: readonly NoInfer<Name>[],
): ToolCases {
  return Object.fromEntries(names.map((name) => [name, cases[name]]));
}
