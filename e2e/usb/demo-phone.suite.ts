/** The console with demo phones behind Chromium's own WebUSB and Linux's USB. */
import { setTimeout as pause } from 'node:timers/promises';
import { expectLiveState } from '../live-picture.ts';
import {
  call,
  endInPacket,
  expect,
  expectPhone,
  openConsole,
  sendAndFetch,
  sharePhone,
  takeByAdb,
  test,
  writeRandomFile,
} from './fixtures.ts';
import { createDemoPhone } from './gadget.ts';

const connected = 'Handset 14 · Android 14';
const disconnected = 'Handset 14 disconnected';
const lostText = 'Handset 14 was disconnected.';
const screen = 'screen:1080x2400';
/** A call that goes on until something happens to the phone. */
const endlessCall = [
  'wait_for_element',
  { by: 'text', value: 'never there', timeout: 30_000 },
] as const;
/** Until a call has reached the phone, or a file is in the middle. */
const underwayMs = 800;

const shared = sharePhone(() => createDemoPhone(0));

test('a phone asks to be allowed once, and then connects by itself', async ({ agent }) => {
  const { page } = shared;
  await expectPhone(page, connected);
  expect(await call(agent, 'get_screen_state')).toContain(screen);
  await page.addInitScript(() => {
    const texts: string[] = [];
    Object.assign(window, { phoneTexts: texts });
    new MutationObserver(() => {
      const text = document.querySelector('[data-testid="phone-status"]')?.textContent ?? '';
      if (text !== texts.at(-1)) texts.push(text);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  await page.reload();
  await expectPhone(page, connected);
  const texts = await page.evaluate('window.phoneTexts');
  expect(texts).toContain(connected);
  expect(texts).not.toContain('Tap Allow on your phone');
  expect(await call(agent, 'get_screen_state')).toContain(screen);
});

test('a phone comes back each time that it is plugged in again', async ({ agent }) => {
  const { page, phone } = shared;
  await expectPhone(page, connected);
  for (let times = 0; times < 8; times += 1) {
    const waiting = agent.call(...endlessCall);
    await pause(underwayMs);
    phone.unplug();
    const result = await waiting;
    expect(result).toMatchObject({ isError: true });
    expect(result.text).toContain(lostText);
    await expectPhone(page, disconnected);
    phone.plug();
    await expectPhone(page, connected);
    expect(await call(agent, 'get_screen_state')).toContain(screen);
  }
});

test('a call to a phone that stops answering ends, and later calls work', async ({ agent }) => {
  const { page, phone } = shared;
  await expectPhone(page, connected);
  phone.freeze();
  expect(await agent.call('get_screen_state')).toMatchObject({ isError: true });
  phone.thaw();
  await expect.poll(async () => (await agent.call('get_screen_state')).text).toContain(screen);
});

test('a phone connects after each of many reloads, whatever runs', async ({ agent }) => {
  const { page } = shared;
  await expectPhone(page, connected);
  await writeRandomFile('large.bin', 8_000_000);
  for (const delayMs of [0, 300]) {
    for (const [tool, args] of [
      ['get_screen_state', { include_screenshot: true }],
      endlessCall,
      ['send_file', { file: 'large.bin' }],
    ] as const) {
      const running = agent.call(tool, args);
      await pause(delayMs);
      await page.reload();
      await running;
      await expectPhone(page, connected);
      expect(await call(agent, 'get_screen_state')).toContain(screen);
    }
  }
});

test('a phone connects after a page that ended in the middle of a packet', async ({ agent }) => {
  const { page } = shared;
  await expectPhone(page, connected);
  await endInPacket(page);
  await expectPhone(page, connected);
  expect(await call(agent, 'get_screen_state')).toContain(screen);
});

test('a file of 20 MB arrives unchanged, also after it was cut off', async ({ agent }) => {
  const { page, phone } = shared;
  await expectPhone(page, connected);
  await writeRandomFile('large.bin', 20_000_000);
  const sending = agent.call('send_file', { file: 'large.bin' });
  await pause(underwayMs);
  phone.unplug();
  const result = await sending;
  expect(result).toMatchObject({ isError: true });
  expect(result.text).toContain(lostText);
  phone.plug();
  await expectPhone(page, connected);
  await sendAndFetch(agent, 'large.bin');
});

test('the live view comes, and comes again after a replug', async () => {
  const { page, phone } = shared;
  await page.getByRole('switch', { name: 'Live' }).click();
  await expectLiveState(page, 'video');
  phone.unplug();
  await expectLiveState(page, 'off');
  phone.plug();
  await expectLiveState(page, 'video');
  await page.getByRole('switch', { name: 'Live' }).click();
});

test('each of two tabs keeps its phone', async ({ bridge, keep }) => {
  const { page, phone } = shared;
  const otherPhone = keep(createDemoPhone(1, { android: 11 }));
  otherPhone.plug();
  const otherPage = await openConsole(page.context(), bridge.url);
  const expectBoth = async (): Promise<void> => {
    await expectPhone(page, connected);
    await expectPhone(otherPage, 'Handset 11 · Android 11');
  };
  await expectBoth();
  phone.unplug();
  otherPhone.unplug();
  await expectPhone(page, disconnected);
  await expectPhone(otherPage, 'Handset 11 disconnected');
  otherPhone.plug();
  phone.plug();
  await expectBoth();
  await otherPage.close();
});

test('a phone that another tab or adb uses connects once it is free', async ({ bridge, agent }) => {
  const { page } = shared;
  await expectPhone(page, connected);
  const other = await openConsole(page.context(), bridge.url);
  await expect(other.getByTestId('phone-elsewhere')).toContainText('Handset 14');
  await page.close();
  shared.page = other;
  await expectPhone(other, connected);
  // Afterwards the phone sends nothing: unlike adbd, it can't cancel a write when adb connects (function-fs.ts).
  await call(agent, 'get_screen_state');
  await takeByAdb(other);
  await expectPhone(other, connected);
});

for (const [fault, status] of [
  ['auth-ignored', 'Tap Allow on your phone'],
  ['auth-refused', 'Not connected'],
] as const)
  test(`a phone that does not allow it says so: ${fault}`, async ({ bridge, keep }) => {
    const { page } = shared;
    keep(createDemoPhone(1, { android: 16, faults: fault })).plug();
    const other = await openConsole(page.context(), bridge.url);
    await expectPhone(other, status);
    await other.close();
  });

test('a phone that stops answering while it connects is given up', async () => {
  const { page, phone } = shared;
  await expectPhone(page, connected);
  phone.freeze();
  await page.reload();
  // It tries five times.
  await expect(page.getByTestId('problem')).toContainText('didn’t answer within 15 s', {
    timeout: 150_000,
  });
  phone.thaw();
  await page.getByTestId('problem').getByRole('button', { name: 'Retry' }).click();
  await expectPhone(page, connected);
});
