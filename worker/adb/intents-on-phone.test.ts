/** The demo phone's am, from the tool down to the bytes, on every version. */
import { describe, expect, it } from 'vitest';
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import { openLink, sendIntent } from '#core/tools/intents.ts';
import { callTool } from '#core/tools/testing/call-tool.ts';
import { createPhoneHarness, type PhoneHarnessOptions } from './testing/harness.ts';

useDrivenClock();

const phones: readonly PhoneHarnessOptions[] = [
  { android: 8, faults: ['no-shell-v2'] },
  { android: 8 },
  { android: 11 },
  { android: 14 },
  { android: 16 },
];

describe.each(phones)('%j', (options) => {
  it('opens a link, or says that no app does', async () => {
    const { phone, world } = await createPhoneHarness(options);
    const url = `https://example.com/';reboot;$(id)\`id\`"\\--user|a>b`;
    expect((await callTool(openLink, phone, { url })).answer).toBe(
      `URI opened successfully: ${url}\nIn the foreground: org.chromium.webview_shell/.WebViewBrowserActivity.`,
    );
    expect(JSON.stringify(world.hierarchy())).toContain(JSON.stringify(url));
    expect(await callTool(openLink, phone, { url: 'mailto:a@b.c' })).toMatchObject({
      code: 'unsupported',
      answer: expect.stringMatching(/^No app on this phone opens mailto:a@b\.c;/) as string,
    });
    expect((await callTool(openLink, phone, { url: 'tel:555-0104' })).answer).toBe(
      'URI opened successfully: tel:555-0104\nIn the foreground: com.android.dialer/.DialtactsActivity.',
    );
  });

  it.each([
    [
      { type: 'activity', component: 'com.android.settings/.None' },
      /^The phone refused starting an activity: it has no activity com\.android\.settings\/com\.android\.settings\.None\. /,
    ],
    [
      {
        type: 'activity',
        component: 'com.android.settings/.SubSettings',
      },
      /^The phone refused starting an activity: Permission Denial: starting Intent .* not exported from uid \d+\. /,
    ],
    [
      { type: 'broadcast', action: 'android.intent.action.BOOT_COMPLETED' },
      /^The phone refused sending a broadcast: Permission Denial: not allowed to send broadcast /,
    ],
    [
      { type: 'service', component: 'com.android.deskclock/.timer.TimerService' },
      /^The phone refused starting a service: Requires permission not exported from uid \d+\.$/,
    ],
    [
      { type: 'service', component: 'com.none/.S' },
      /^The phone refused starting a service: it has no such service\. /,
    ],
  ])('refuses %j', async (args, answer) => {
    const { phone } = await createPhoneHarness(options);
    expect(await callTool(sendIntent, phone, args)).toMatchObject({
      code: 'command-failed',
      answer: expect.stringMatching(answer) as string,
    });
  });

  it('says that the phone asks which app shall take a text', async () => {
    const { phone, finger, world } = await createPhoneHarness(options);
    const share = { type: 'activity', action: 'android.intent.action.SEND' };
    const extras = { 'android.intent.extra.TEXT': 'milk, $(id)' };
    const call = { ...share, mime_type: 'text/plain', extras };
    expect((await callTool(sendIntent, phone, call)).answer).toBe(
      'Intent sent successfully: type=activity, action=android.intent.action.SEND\nIn the foreground: android/com.android.internal.app.ResolverActivity: the phone asks which app to open it with. Choose one on the screen.',
    );
    finger.tap('Notes');
    expect(world.resumedActivity().packageName).toBe('com.handset.notes');
    expect(JSON.stringify(world.hierarchy())).toContain('milk, $(id)');
  });

  it('sends an intent with extras; doubles from Android 14', async () => {
    const { phone } = await createPhoneHarness(options);
    const action = 'android.settings.DISPLAY_SETTINGS';
    const extras = { a: `'; input keyevent 4; $(reboot)\n--user`, b: 3, c: ['a,b', 'c'], d: true };
    expect((await callTool(sendIntent, phone, { type: 'activity', action, extras })).answer).toBe(
      `Intent sent successfully: type=activity, action=${action}\nIn the foreground: com.android.settings/.Settings$DisplaySettingsActivity.`,
    );
    const ping = { type: 'broadcast', action: 'x.PING', extras: { a: 1 } };
    const double = await callTool(sendIntent, phone, { ...ping, extras_types: { a: 'double' } });
    expect(double.answer).toMatch(
      (options.android ?? 14) < 14
        ? /^The am command of this Android version can't send an extra of type double\. Nothing was sent\./
        : /^Intent sent successfully: type=broadcast, action=x\.PING\nBroadcast completed: result=0\./,
    );
  });
});
