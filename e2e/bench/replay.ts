/**
 * Whether recordings replay: ten recordings over five apps, made with mouse and keyboard on the live picture, and
 * each replayed five times. Every recording ends with a check of what it led to.
 */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type Locator, type Page, chromium } from '@playwright/test';
import { startBridge } from '../bridge-process.ts';
import { launchOptions } from '../chromium.ts';
import { consoleUrl, readScreenAgain, runPhoneCommand, waitForPhone } from '../console-page.ts';
import { pressRecordSteps } from '../steps-page.ts';

/** What a person does: presses the element with this selector, types, goes back, or turns the wheel until there is such an element. */
type Act =
  | { readonly tap: string }
  | { readonly type: string }
  | { readonly back: true }
  | { readonly scrollTo: string };

interface Recording {
  readonly name: string;
  /** What the icon says. */
  readonly app: string;
  readonly acts: readonly Act[];
  /** The element of which the last step expects that it exists. */
  readonly expects: string;
  /** Leaves the app on another screen. */
  readonly leave: string;
}

const recordings: readonly Recording[] = [
  {
    name: 'Write a note',
    app: 'Notes',
    acts: [
      { tap: '@fab_new_note' },
      { tap: '@edit_title' },
      { type: 'Milk' },
      { tap: '@action_save' },
    ],
    expects: ':text("Milk")',
    leave: 'am start -n com.handset.notes/.EditActivity',
  },
  {
    name: 'Edit a note',
    app: 'Notes',
    acts: [
      { tap: ':text("Groceries")' },
      { tap: '@edit_body' },
      { type: ' and salt' },
      { tap: '@action_save' },
    ],
    expects: ':text("Groceries")',
    leave: 'am start -n com.handset.notes/.SignInActivity',
  },
  {
    name: 'Multiply',
    app: 'Calculator',
    acts: [{ tap: '@digit_7' }, { tap: '@op_mul' }, { tap: '@digit_8' }, { tap: '@eq' }],
    expects: '@formula',
    leave: 'input text 12',
  },
  {
    name: 'Correct a number',
    app: 'Calculator',
    acts: [{ tap: '@digit_1' }, { tap: '@digit_2' }, { tap: '@del' }, { tap: '@digit_3' }],
    expects: '@formula',
    leave: 'input keyevent BACK',
  },
  {
    name: 'Switch to the dark theme',
    app: 'Settings',
    acts: [{ tap: ':text("Display & touch")' }, { tap: ':text("Dark theme")' }, { back: true }],
    expects: ':text("Display & touch")',
    leave: 'am start -n com.android.settings/.Settings$PowerUsageSummaryActivity',
  },
  {
    name: 'Read the phone’s facts',
    app: 'Settings',
    acts: [{ scrollTo: ':text("About phone")' }, { tap: ':text("About phone")' }],
    expects: ':text("Android version")',
    leave: 'am start -n com.android.settings/.Settings$NetworkDashboardActivity',
  },
  {
    name: 'Add a contact',
    app: 'Contacts',
    acts: [
      { tap: '@floating_action_button' },
      { tap: '@name' },
      { type: 'Ada Byron' },
      { tap: '@phone' },
      { type: '5551234' },
      { tap: '@editor_menu_save_button' },
    ],
    expects: ':text("Ada Byron")',
    leave: 'input keyevent HOME',
  },
  {
    name: 'Leave a form',
    app: 'Contacts',
    acts: [{ tap: '@floating_action_button' }, { back: true }],
    expects: '@floating_action_button',
    leave: 'input swipe 500 1800 500 900',
  },
  {
    name: 'Stop the time',
    app: 'Clock',
    acts: [
      { tap: '@tab_menu_stopwatch' },
      { tap: '@stopwatch_start' },
      { tap: '@stopwatch_start' },
      { tap: '@stopwatch_reset' },
    ],
    expects: '@stopwatch_start',
    leave: 'input keyevent BACK',
  },
  {
    name: 'Set an alarm',
    app: 'Clock',
    acts: [{ tap: '@tab_menu_stopwatch' }, { tap: '@tab_menu_alarm' }, { tap: ':text("06:45")' }],
    expects: ':text("06:45")',
    leave: 'input keyevent APP_SWITCH',
  },
];

/** The other versions, taken in turn; recordings are made on 14. */
const otherVersions = ['8', '11', '16'] as const;

/** When a recording is replayed. */
export const replayTimes = ['at once', 'again', 'app left', 'other app', 'other Android'] as const;

/** How the five replays of a recording ended. */
export interface Replayed {
  readonly name: string;
  readonly ends: readonly ReplayEnd[];
}

interface ReplayEnd {
  readonly isDone: boolean;
  /** How many screens differed from the recorded ones, as the console counts them. */
  readonly differing: number;
  /** What the console says of the end. */
  readonly words: string;
}

/** Makes the recordings, and replays each five times. Yields each when it is done. */
export async function* replayRecordings(): AsyncGenerator<Replayed> {
  const bridge = await startBridge();
  const browser = await chromium.launch(launchOptions);
  try {
    for (const [index, recording] of recordings.entries()) {
      const android = otherVersions[index % otherVersions.length] ?? '8';
      const ends = await replay(browser, bridge.url, { ...recording, android });
      yield { name: recording.name, ends };
    }
  } finally {
    await browser.close();
    await bridge.stop();
  }
}

async function replay(
  browser: Browser,
  url: string,
  recording: Recording & { readonly android: string },
): Promise<readonly ReplayEnd[]> {
  const page = await openConsole(browser, url, '14');
  await record(page, recording);
  const ends = [await run(page), await run(page)];
  await runPhoneCommand(page, channel, recording.leave);
  ends.push(await run(page));
  await runPhoneCommand(page, channel, 'am start -n com.android.gallery3d/.app.GalleryActivity');
  ends.push(await run(page));

  await page.getByTestId('export-steps').click();
  await page.getByTestId('export-steps-dialog').getByText('JSON', { exact: true }).click();
  const saving = page.waitForEvent('download');
  await page.getByTestId('save-steps').click();
  const file = join(await mkdtemp(join(tmpdir(), 'replay-')), 'recording.steps.json');
  await (await saving).saveAs(file);
  await page.context().close();
  const other = await openConsole(browser, url, recording.android);
  await other.getByRole('tab', { name: /^Timeline/ }).click();
  await other.getByTestId('open-steps').click();
  await other.getByTestId('steps-file').setInputFiles(file);
  ends.push(await run(other));
  await other.context().close();
  return ends;
}

/** Runs command lines on the demo phone. */
const channel = 'replay';

async function openConsole(browser: Browser, url: string, android: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 1100 } });
  const page = await context.newPage();
  await page.goto(consoleUrl(url, { phone: 'demo', android, record: channel }));
  await waitForPhone(page);
  await page.locator('[data-testid="live-line"][data-state="video"]').waitFor();
  return page;
}

/** How long a person looks before they act. */
const lookMs = 700;

async function record(page: Page, { app, acts, expects }: Recording): Promise<void> {
  await pressRecordSteps(page);
  await page.getByTestId('steps-message').getByText('Recording.').waitFor();
  // The rows say where things are on the picture.
  await page.getByRole('tab', { name: /^Elements/ }).click();
  for (const act of [{ tap: `:text("${app}")` }, ...acts]) await perform(page, act);
  await page.waitForTimeout(lookMs);
  const at = await placeOf(page, expects);
  await page.getByRole('tab', { name: /^Timeline/ }).click();
  await page.getByTestId('add-check').click();
  await page.getByTestId('pick-layer').waitFor();
  await page.mouse.click(at.x, at.y);
  await page.getByTestId('expect-choice').first().click();
  await page.getByTestId('record-steps').click();
  await page.getByTestId('run-steps').waitFor();
}

async function perform(page: Page, act: Act): Promise<void> {
  await page.waitForTimeout(lookMs);
  if ('type' in act) await page.keyboard.type(act.type);
  else if ('back' in act) await page.getByTestId('button-back').click();
  else if ('tap' in act) {
    const at = await placeOf(page, act.tap);
    await page.mouse.click(at.x, at.y);
  } else {
    const { x, y, width, height } = await pictureBox(page);
    while ((await (await rowsOf(page, act.scrollTo)).count()) === 0) {
      await page.mouse.move(x + width / 2, y + height / 2);
      await page.mouse.wheel(0, 240);
      await page.waitForTimeout(lookMs);
    }
  }
}

/** The rows of the elements with this selector, as the panel shows them when it has read the screen again. */
async function rowsOf(page: Page, selector: string): Promise<Locator> {
  await page.getByTestId('element-filter').fill(selector);
  await readScreenAgain(page);
  return page.getByTestId('element-row');
}

async function pictureBox(page: Page) {
  const box = await page.getByTestId('touch-layer').boundingBox();
  if (box === null) throw new Error('The console shows no picture to touch.');
  return box;
}

/** The middle of the element with this selector, on the page. */
async function placeOf(page: Page, selector: string): Promise<{ x: number; y: number }> {
  const row = (await rowsOf(page, selector)).first();
  const edges = /(\d+),(\d+),(\d+),(\d+)/.exec(await row.innerText()) ?? [];
  const size = /(\d+) × (\d+)/.exec(await page.locator('#screen').innerText()) ?? [];
  const [left = NaN, top = NaN, right = NaN, bottom = NaN] = edges.slice(1).map(Number);
  const [widthPx = NaN, heightPx = NaN] = size.slice(1).map(Number);
  const { x, y, width, height } = await pictureBox(page);
  return {
    x: x + (((left + right) / 2) * width) / widthPx,
    y: y + (((top + bottom) / 2) * height) / heightPx,
  };
}

/** Runs the steps; resolves to how the run ended, as the console says it. */
async function run(page: Page): Promise<ReplayEnd> {
  await page.getByTestId('run-steps').click();
  await page.getByTestId('stop-steps').waitFor();
  await page.getByTestId('run-steps').waitFor({ timeout: 120_000 });
  const stopped = page.getByTestId('stopped-at');
  if ((await stopped.count()) === 0) {
    const words = await page.getByTestId('steps-message').innerText();
    return {
      isDone: true,
      differing: Number(/(\d+) screens? differ/.exec(words)?.[1] ?? 0),
      words,
    };
  }
  const failed = page.getByTestId('steps-list').locator('[data-state="failed"]');
  const why = await failed.getByTestId('step-result').allInnerTexts();
  return { isDone: false, differing: 0, words: [await stopped.innerText(), ...why].join('. ') };
}
