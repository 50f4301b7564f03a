/** A demo phone in its own console, used as an agent does: only by tools. */
import type { Browser, Page } from '@playwright/test';
import type { InputBackend } from '#core/input/backends.ts';
import type { AndroidVersion, FaultName } from '#core/demo-phone/options.ts';
import type { Rect, Size } from '#core/geometry.ts';
import { connectAgent, type Agent, type ToolCallOptions, type ToolCallResult } from '../agents.ts';
import { startBridge } from '../bridge-process.ts';
import { consoleUrl, waitForBridge, waitForPhone } from '../console-page.ts';
import { test as base, expect, noBrowserReason } from '../fixtures.ts';
import { browserPath } from '../chromium.ts';

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
  /** Whether the live view is on; pictures then come from the video. */
  readonly live?: boolean;
  /** A uiautomator dump to show instead of the demo phone's apps. */
  readonly screen?: string;
}

function inputBackendOf({ faults = [] }: PhoneOptions): InputBackend {
  return faults.includes('no-scrcpy') ? 'shell' : 'scrcpy';
}

/** A phone with a connected agent; the caller must close it. */
export class PhoneUnderTest {
  readonly agent: Agent;
  readonly android: AndroidVersion;
  /** The input backend of this phone. */
  readonly inputBackend: InputBackend;
  readonly #connect: (path: string) => Promise<Agent>;
  readonly #others: Agent[] = [];
  readonly #close: () => Promise<void>;

  private constructor(
    agent: Agent,
    options: PhoneOptions,
    {
      connect,
      close,
    }: {
      readonly connect: (path: string) => Promise<Agent>;
      readonly close: () => Promise<void>;
    },
  ) {
    this.agent = agent;
    this.#connect = connect;
    this.android = options.android;
    this.inputBackend = inputBackendOf(options);
    this.#close = close;
  }

  static async open(browser: Browser, options: PhoneOptions): Promise<PhoneUnderTest> {
    const bridge = await startBridge();
    const page = await browser.newPage({ serviceWorkers: 'block' });
    await allowRiskyCalls(page);
    await openConsole(page, bridge.url, options);
    await waitForPhone(page);
    await waitForBridge(page);
    const agent = await connectAgent('v2', bridge);
    const close = async (): Promise<void> => {
      await agent.close();
      await page.close();
      await bridge.stop();
    };
    const connect = (path: string): Promise<Agent> => connectAgent('v2', bridge, path);
    return new PhoneUnderTest(agent, options, { connect, close });
  }

  /** Connects another agent to this phone, with this name in its URL; `close` closes it too. */
  async connectAgentNamed(name: string): Promise<Agent> {
    const agent = await this.#connect(`/${name}`);
    this.#others.push(agent);
    return agent;
  }

  async close(): Promise<void> {
    await Promise.all(this.#others.map((agent) => agent.close()));
    await this.#close();
  }

  /** Calls a tool; fails the test if the tool fails. */
  async call(
    tool: string,
    args: Record<string, unknown> = {},
    options: ToolCallOptions = {},
  ): Promise<ToolCallResult> {
    const answer = await this.agent.call(tool, args, options);
    expect(answer.isError, `${tool}: ${answer.text}`).toBe(false);
    return answer;
  }

  /** Calls a tool that must fail; returns its error text. */
  async expectError(tool: string, args: Record<string, unknown> = {}): Promise<string> {
    const answer = await this.agent.call(tool, args);
    expect(answer.isError, `${tool}: ${answer.text}`).toBe(true);
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

/** Nobody is there to answer questions. The tests of the policy have consoles of their own. */
async function allowRiskyCalls(page: Page): Promise<void> {
  await page.addInitScript(() => {
    localStorage.setItem(
      'handset.controls',
      JSON.stringify({ rules: { risk: 'allow' }, allTools: true }),
    );
  });
}

/** Opens the console with this phone; a captured screen is given by the file input, as users do. */
async function openConsole(page: Page, url: string, options: PhoneOptions): Promise<void> {
  const { android, faults = [], latency = 'none', activity, live = false, screen } = options;
  const query = {
    ...{ android: String(android), faults: faults.join(), latency },
    ...(!live && { live: 'off' as const }),
    ...(activity !== undefined && { activity }),
  };
  if (screen === undefined) {
    await page.goto(consoleUrl(url, { ...query, phone: 'demo' }));
    return;
  }
  await page.goto(consoleUrl(url, query));
  const file = { name: 'screen.xml', mimeType: 'text/xml', buffer: Buffer.from(screen) };
  await page.locator('#capture-files').setInputFiles(file);
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

// Declares tests that run on several phones; all cases of a phone share one console.

interface PhoneFixtures {
  /** Opens a phone with a connected agent; the fixture closes it. */
  readonly openPhone: (options: PhoneOptions) => Promise<PhoneUnderTest>;
}

export const test = base.extend<PhoneFixtures>({
  openPhone: async ({ browser }, use) => {
    const open: PhoneUnderTest[] = [];
    await use(async (options) => {
      const phone = await PhoneUnderTest.open(browser, options);
      open.push(phone);
      return phone;
    });
    await Promise.all(open.map((phone) => phone.close()));
  },
});

type ToolCase = (phone: PhoneUnderTest) => Promise<void>;

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

/** Declares the tests for one phone; they run in order, in parallel with those of other phones. */
export function testOn(options: PhoneOptions, cases: ToolCases): void {
  const liveSuffix = options.live === true ? ', live' : '';
  test.describe(`Android ${options.android}, ${inputBackendOf(options)}${liveSuffix}`, () => {
    test.describe.configure({ mode: 'default' });
    test.skip(browserPath === undefined, noBrowserReason);
    let phone: PhoneUnderTest;
    test.beforeAll(async ({ browser }) => {
      phone = await PhoneUnderTest.open(browser, options);
    });
    test.afterAll(() => phone.close());
    for (const [name, run] of Object.entries(cases)) {
      test(name, async () => {
        await phone.reset();
        await run(phone);
      });
    }
  });
}
