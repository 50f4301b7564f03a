/** open_link opens what the phone's apps offer to the web, send_intent sends what an app takes; both say what is then in the foreground. */
import { expect } from 'vitest';
import type { ToolCases } from '#core/demo-phone/testing/phone-under-test.ts';

const browser = 'org.chromium.webview_shell/.WebViewBrowserActivity';

export const linkCases = {
  'a web address opens the browser': async (phone) => {
    const url = 'https://example.com/a?b=c&d=%20#e';
    const { text } = await phone.call('open_link', { url, observe: 'compact' });
    expect(text).toContain(`URI opened successfully: ${url}\nIn the foreground: ${browser}.`);
    expect(await phone.showsText(url)).toBe(true);
    const next = 'http://example.org/';
    await phone.call('open_link', { url: next, package_name: 'org.chromium.webview_shell' });
    expect(await phone.showsText(next)).toBe(true);
  },

  'a telephone number opens the dialer': async (phone) => {
    const dialer = await phone.call('open_link', { url: 'tel:555-0104' });
    expect(dialer.text).toBe(
      'URI opened successfully: tel:555-0104\nIn the foreground: com.android.dialer/.DialtactsActivity.',
    );
    expect((await phone.rowWithResourceId('digits')).text).toBe('555-0104');
  },

  'no app opens it': async (phone) => {
    expect(await phone.expectError('open_link', { url: 'mailto:a@example.com' })).toBe(
      'No app on this phone opens mailto:a@example.com; nothing was done. Ask the user to install one, or use an app that is installed.',
    );
    const inNotes = { url: 'https://example.com', package_name: 'com.handset.notes' };
    expect(await phone.expectError('open_link', inNotes)).toMatch(
      /^The app com\.handset\.notes does not open https:\/\/example\.com; nothing was done\./,
    );
    expect(await phone.foregroundActivity()).toMatch(/^com\.android\.launcher3\//);
  },

  'hostile links are one word of the command, or refused': async (phone) => {
    const kept = 'https://example.com/\';input${IFS}keyevent${IFS}4;$(reboot)&`id`"\\--user|a>b';
    await phone.call('open_link', { url: kept });
    expect(await phone.showsText(kept)).toBe(true);
    for (const url of [
      'intent://x#Intent;component=com.android.settings/.Settings;end',
      '-n com.android.settings/.Settings',
      '--user',
      'https://example.com/\nreboot',
      'https://example.com/\0',
      'file:///sdcard/secret.txt',
    ]) {
      await phone.expectError('open_link', { url });
    }
    expect(await phone.foregroundActivity()).toBe(browser);
  },
} satisfies ToolCases;

export const intentCases = {
  'an activity, a service and a broadcast': async (phone) => {
    const action = 'android.settings.DISPLAY_SETTINGS';
    const { text } = await phone.call('send_intent', {
      type: 'activity',
      action,
      extras: { title: `'; input keyevent 4; $(reboot)\n--user`, count: 3, list: ['a,b', 'c'] },
      observe: 'compact',
    });
    expect(text).toContain(
      `Intent sent successfully: type=activity, action=${action}\nIn the foreground: com.android.settings/.Settings$DisplaySettingsActivity.`,
    );
    const dial = { type: 'activity', action: 'android.intent.action.DIAL', data: 'tel:112' };
    await phone.call('send_intent', dial);
    expect((await phone.rowWithResourceId('digits')).text).toBe('112');
    const service = { type: 'service', component: 'com.handset.notes/.SyncService' };
    expect((await phone.call('send_intent', service)).text).toBe(
      'Intent sent successfully: type=service, action=none',
    );
    const broadcast = { type: 'broadcast', action: 'com.example.PING', flags: 0x90000000 };
    expect((await phone.call('send_intent', broadcast)).text).toBe(
      'Intent sent successfully: type=broadcast, action=com.example.PING\nBroadcast completed: result=0. Android does not report whether an app received it.',
    );
  },

  'what apps and the system keep to themselves is refused': async (phone) => {
    const unexported = 'com.android.settings/.SubSettings';
    expect(
      await phone.expectError('send_intent', { type: 'activity', component: unexported }),
    ).toMatch(/^The phone refused starting an activity: Permission Denial: .* not exported /);
    const boot = { type: 'broadcast', action: 'android.intent.action.BOOT_COMPLETED' };
    expect(await phone.expectError('send_intent', boot)).toMatch(
      /^The phone refused sending a broadcast: Permission Denial: not allowed to send /,
    );
    const timer = { type: 'service', component: 'com.android.deskclock/.timer.TimerService' };
    expect(await phone.expectError('send_intent', timer)).toMatch(
      /^The phone refused starting a service: Requires permission not exported from uid /,
    );
    expect(await phone.expectError('send_intent', { ...timer, component: 'com.none/.S' })).toMatch(
      /^The phone refused starting a service: it has no such service\./,
    );
    const none = { type: 'activity', component: 'com.android.settings/.None' };
    expect(await phone.expectError('send_intent', none)).toMatch(
      /^The phone refused starting an activity: it has no activity com\.android\.settings\/com\.android\.settings\.None\./,
    );
    const double = { ...boot, action: 'x.Y', extras: { a: 1 }, extras_types: { a: 'double' } };
    if (phone.android >= 14) await phone.call('send_intent', double);
    else
      expect(await phone.expectError('send_intent', double)).toMatch(
        /can't send an extra of type double/,
      );
    expect(await phone.foregroundActivity()).toMatch(/^com\.android\.launcher3\//);
  },
} satisfies ToolCases;
