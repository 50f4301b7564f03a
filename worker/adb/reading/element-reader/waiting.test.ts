import { afterEach, describe, expect, test, vi } from 'vitest';
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import { callTool } from '#core/tools/testing/call-tool.ts';
import { waitForElement, waitForIdle } from '#core/tools/wait.ts';
import {
  type PhoneHarness,
  type PhoneHarnessOptions,
  createPhoneHarness,
  loadElementReader,
  neverAborts,
} from '../../testing/harness.ts';

useDrivenClock();

const notes = 'com.handset.notes/.MainActivity';
const settings = 'com.android.settings/.Settings';

let harness: PhoneHarness;
afterEach(async () => {
  vi.restoreAllMocks();
  await harness.connection.close();
});

/** A phone that shows notes, read by the element reader. */
async function connect(options: PhoneHarnessOptions = {}, isRead = true): Promise<PhoneHarness> {
  harness = await createPhoneHarness(options);
  harness.world.startActivity(notes);
  harness.phone.hierarchyReader.useElementReader(loadElementReader);
  await harness.phone.readHierarchy(neverAborts);
  if (isRead) expect(harness.phone.hierarchyReader.status).toEqual({ method: 'reader' });
  return harness;
}

/** Waits with this tool; opens settings after a time. Returns the answer, and how long after that it came. */
async function waitWhileSettingsOpen(
  tool: Parameters<typeof callTool>[0],
  args: object,
  before: () => unknown = () => undefined,
) {
  const { phone, world } = harness;
  const answering = callTool(tool, phone, { timeout: 8_000, ...args });
  await new Promise((resolve) => setTimeout(resolve, 700));
  await before();
  const changeMs = performance.now();
  world.startActivity(settings);
  const { data } = await answering;
  return { data, afterMs: performance.now() - changeMs };
}

const untilSettings = { selector: ':text("Settings")' };
/** A dump takes two seconds, polling by readings half a second. */
const soonMs = 200;

describe('a wait on a phone with the element reader', () => {
  test('for an element ends soon after the change, without readings in between', async () => {
    await connect({ latency: 'real' });
    const { data, afterMs } = await waitWhileSettingsOpen(waitForElement, untilSettings);
    expect(data).toMatchObject({ found: true, element: { text: 'Settings' } });
    expect(afterMs).toBeLessThan(soonMs);
    expect(data?.['attempts']).toBeLessThan(6);
  });

  test('until an element is gone does so too', async () => {
    const gone = { selector: ':text("Notes")', gone: true };
    await connect({ latency: 'real' });
    const { data, afterMs } = await waitWhileSettingsOpen(waitForElement, gone);
    expect(data).toMatchObject({ found: false });
    expect(data).not.toHaveProperty('message');
    expect(afterMs).toBeLessThan(soonMs);
  });

  test('until the screen rests ends half a second after the last change', async () => {
    const { phone, world } = await connect();
    const activities = [settings, notes];
    let changes = 0;
    const timer = setInterval(() => {
      world.startActivity(activities[changes++ % 2] ?? '');
      if (changes === 6) clearInterval(timer);
    }, 150);
    const { data } = await callTool(waitForIdle, phone, { timeout: 8_000 });
    expect(changes).toBe(6);
    expect(data).toMatchObject({ message: 'UI is idle' });
    expect(Number(data?.['elapsedMs'])).toBeGreaterThan(6 * 150 + 500 - 20);
  });

  test('ends at its timeout on a screen that always moves, and with the call', async () => {
    const { phone, faults } = await connect();
    faults.add('no-idle');
    const { data } = await callTool(waitForIdle, phone, { timeout: 300 });
    expect(data?.['message']).toContain('timed out after 300ms');
    faults.delete('no-idle');
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 300);
    const wait = { selector: ':text("nowhere")', timeout: 20_000 };
    expect((await callTool(waitForElement, phone, wait, stop.signal)).code).toBe('cancelled');
  });

  test('ends all the same where the reader dies in the middle of it, by a dump', async () => {
    const { phone } = await connect();
    const kill = () => harness.faults.add('reader-dies');
    const { data } = await waitWhileSettingsOpen(waitForElement, untilSettings, kill);
    expect(data).toMatchObject({ found: true });
    expect(phone.hierarchyReader.status.method).toBe('dump');
  });

  test('ends all the same where the reader stops answering, by a dump', async () => {
    await connect();
    const hang = () => harness.faults.add('reader-hangs');
    const { data } = await waitWhileSettingsOpen(waitForElement, untilSettings, hang);
    expect(data).toMatchObject({ found: true });
  });

  test.each(['reader-dies', 'reader-stale', 'no-reader', 'reader-lies'] as const)(
    'ends with the fault %s',
    async (fault) => {
      await connect({ faults: [fault] }, false);
      const { data } = await waitWhileSettingsOpen(waitForElement, untilSettings);
      expect(data).toMatchObject({ found: true, element: { text: 'Settings' } });
    },
  );

  test('goes on once another program that took UiAutomation lets it go', async () => {
    const { phone, faults } = await connect();
    const take = async (): Promise<void> => {
      faults.add('automation-taken');
      await phone.hierarchyReader.release();
      setTimeout(() => faults.delete('automation-taken'), 1_500);
    };
    const { data } = await waitWhileSettingsOpen(waitForElement, untilSettings, take);
    expect(data).toMatchObject({ found: true });
  });
});

describe('following the elements', () => {
  test('calls back at each change once they were read, and keeps UiAutomation', async () => {
    const { phone, world, connection } = await connect();
    let changes = 0;
    const stop = phone.hierarchyReader.follow(() => changes++);
    await phone.readHierarchy(neverAborts);
    const readMs = performance.now();
    world.startActivity(settings);
    await expect.poll(() => changes).toBe(1);
    await phone.readHierarchy(neverAborts);
    expect(changes).toBe(1);
    world.startActivity(notes);
    await expect.poll(() => changes).toBe(2);
    const dump = async (): Promise<string> =>
      await connection.adb.subprocess.noneProtocol.spawnWaitText('uiautomator dump 2>&1');
    await new Promise((resolve) => setTimeout(resolve, readMs + 5_800 - performance.now()));
    expect(await dump()).toContain('Killed');
    stop();
    await expect.poll(dump, { timeout: 8_000 }).toContain('dumped to');
  });
});
