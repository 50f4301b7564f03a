import { describe, expect, it } from 'vitest';
import type { Intent, SentIntent } from '../phone/intents.ts';
import type { Phone } from '../phone/phone.ts';
import type { Focus } from '../screen/screen.ts';
import { openLink, sendIntent } from './intents.ts';
import { callTool } from './testing/call-tool.ts';
import { argumentRefusal, recordingPhone, refusalOf } from './testing/recording-phone.ts';

const home: Focus = { packageName: 'com.launcher', activity: '.Home' };
const browser: Focus = { packageName: 'com.browser', activity: '.Main' };
const receiver = { packageName: 'com.browser', activity: '.Main' };

interface PhoneScript {
  /** What is in the foreground, from one reading to the next; the last one stays. */
  readonly fronts: readonly Focus[];
  readonly receiver?: SentIntent['receiver'];
  readonly awake?: boolean;
}

/** A phone that has these apps in front one after the other, and the intents that it was sent. */
function scriptedPhone({ fronts, receiver: taker = receiver, awake = true }: PhoneScript): {
  readonly phone: Phone;
  readonly sent: readonly Intent[];
} {
  const sent: Intent[] = [];
  const left = [...fronts];
  const readFocus = () => Promise.resolve((left.length > 1 ? left.shift() : left[0]) ?? home);
  const phone: Phone = {
    ...recordingPhone(),
    readFocus,
    readAwake: () => Promise.resolve(awake),
    sendIntent: (intent) => {
      sent.push(intent);
      return Promise.resolve({ receiver: taker, broadcastResult: null });
    },
  };
  return { phone, sent };
}

describe('open_link', () => {
  it('opens a link as a browser does, and waits until its app is in the foreground', async () => {
    const { phone, sent } = scriptedPhone({ fronts: [home, home, home, browser] });
    const { answer } = await callTool(openLink, phone, { url: 'HTTPS://Example.com/a?b=c#d' });
    expect(answer).toBe(
      'URI opened successfully: https://Example.com/a?b=c#d\nIn the foreground: com.browser/.Main.',
    );
    expect(sent).toEqual([
      {
        type: 'activity',
        action: 'android.intent.action.VIEW',
        data: 'https://Example.com/a?b=c#d',
        mimeType: null,
        categories: ['android.intent.category.DEFAULT', 'android.intent.category.BROWSABLE'],
        packageName: null,
        component: null,
        extras: [],
        flags: 0,
      },
    ]);
  });

  it.each<[string, PhoneScript, string]>([
    [
      'the app that was in the foreground already',
      { fronts: [{ ...browser, activity: '.Old' }, { ...browser, activity: '.Old' }, browser] },
      'URI opened successfully: https://a.b\nIn the foreground: com.browser/.Main.',
    ],
    [
      'the list of apps',
      {
        fronts: [
          home,
          { packageName: 'android', activity: 'com.android.internal.app.ResolverActivity' },
        ],
        receiver: { packageName: 'android', activity: 'x' },
      },
      'URI sent: https://a.b\nIn the foreground: android/com.android.internal.app.ResolverActivity: the phone asks which app to open it with. Choose one on the screen.',
    ],
    [
      "the maker's list of apps",
      { fronts: [home, { packageName: 'com.maker', activity: '.OurResolverActivity' }] },
      'URI sent: https://a.b\nIn the foreground: com.maker/.OurResolverActivity: the phone asks which app to open it with. Choose one on the screen.',
    ],
    [
      'a question for a permission',
      {
        fronts: [
          home,
          {
            packageName: 'com.android.permissioncontroller',
            activity: '.permission.ui.GrantPermissionsActivity',
          },
        ],
      },
      'URI sent: https://a.b\nIn the foreground: com.android.permissioncontroller/.permission.ui.GrantPermissionsActivity: the phone asks whether to grant com.browser a permission. That is for the user to decide.',
    ],
    [
      'an app whose receiver is unknown',
      { fronts: [home, home, browser], receiver: null },
      'URI opened successfully: https://a.b\nIn the foreground: com.browser/.Main.',
    ],
  ])('says what is in the foreground: %s', async (_, script, text) => {
    const { phone } = scriptedPhone(script);
    const { answer } = await callTool(openLink, phone, { url: 'https://a.b' });
    expect(answer).toBe(text);
  });

  it('says to which app the receiver handed over', async () => {
    const { phone } = scriptedPhone({
      fronts: [home, home, { packageName: 'com.y', activity: '.Y' }],
    });
    const { answer } = await callTool(openLink, phone, { url: 'https://a.b' });
    expect(answer).toBe(
      'URI opened successfully: https://a.b\nIn the foreground: com.y/.Y, opened by com.browser.',
    );
  });

  it('sends nothing while the display is off', async () => {
    const { phone, sent } = scriptedPhone({ fronts: [home], awake: false });
    expect(await callTool(openLink, phone, { url: 'https://a.b' })).toMatchObject({
      code: 'display-off',
      answer: expect.stringMatching(/display is off/) as string,
    });
    expect(sent).toEqual([]);
  });

  it.each([
    [{}, "Missing required parameter: 'url'"],
    [{ url: 7 }, "Parameter 'url' must be a string, got: 7"],
    [
      { url: 'example.com' },
      "Parameter 'url' must be a whole link with its scheme. Got: 'example.com'",
    ],
    [{ url: 'https:' }, "Parameter 'url' must be a whole link with its scheme. Got: 'https:'"],
    [{ url: '--user' }, "Parameter 'url' must be a whole link with its scheme. Got: '--user'"],
    [
      { url: '-d x:y' },
      "Parameter 'url' must not contain spaces, line ends or invisible characters. Got: '-d x:y'",
    ],
    [{ url: 'https:///x' }, "Parameter 'url' must name a host after https://. Got: 'https:///x'"],
    [
      { url: 'http://a\0' },
      "Parameter 'url' must not contain spaces, line ends or invisible characters. Got: 'http://a\\u{0}'",
    ],
    [
      { url: 'http://a\nb' },
      "Parameter 'url' must not contain spaces, line ends or invisible characters. Got: 'http://a\nb'",
    ],
    [
      { url: 'http://a\u202eb' },
      "Parameter 'url' must not contain spaces, line ends or invisible characters. Got: 'http://a\u202eb'",
    ],
    [
      { url: 'http://\ud800' },
      "Parameter 'url' must not contain spaces, line ends or invisible characters. Got: 'http://\ud800'",
    ],
    [
      { url: 'intent://a#Intent;component=com.x/.A;end' },
      "open_link does not open intent: links. Got: 'intent://a#Intent;component=com.x/.A;end'",
    ],
    [
      { url: 'INTENT:#Intent;end' },
      "open_link does not open intent: links. Got: 'INTENT:#Intent;end'",
    ],
    [
      { url: 'android-app://com.x' },
      "open_link does not open android-app: links. Got: 'android-app://com.x'",
    ],
    [
      { url: 'javascript:alert(1)' },
      "open_link does not open javascript: links. Got: 'javascript:alert(1)'",
    ],
    [{ url: 'file:///sdcard/a' }, "open_link does not open file: links. Got: 'file:///sdcard/a'"],
    [
      { url: `http://${'a'.repeat(2000)}` },
      "Parameter 'url' must have at most 2000 characters, got: 2007",
    ],
    [
      { url: 'http://a', package_name: 'com.x; reboot' },
      "Parameter 'package_name' must be a package such as com.example.app. Got: 'com.x; reboot'",
    ],
  ])('refuses %j', async (args, message) => {
    expect(await refusalOf(openLink, args)).toEqual(argumentRefusal(message));
  });

  it.each([`tel:';reboot`, 'https://a/$(id)`id`"\\', 'geo:0,0?q=a;b', 'smsto:--user', 'x-app:-n'])(
    'passes %j on as it is',
    async (url) => {
      const { phone, sent } = scriptedPhone({ fronts: [home, browser] });
      await callTool(openLink, phone, { url, package_name: null });
      expect(sent.map(({ data }) => data)).toEqual([url]);
    },
  );

  it('is a risk unless the link is one of the web, and says so', () => {
    expect(openLink.description).toContain('Unless it is http or https, the user is asked first');
    expect(openLink.risk?.({ url: 'https://a.b', observe: 'none' }, new Map())).toBeNull();
    expect(openLink.risk?.({ url: 'tel:112', observe: 'none' }, new Map())).toBe(
      'The app that opens it may place a call, send a message or do something else with it.',
    );
  });
});

const share = { type: 'activity', action: 'android.intent.action.SEND', mime_type: 'text/plain' };

describe('send_intent', () => {
  it('starts an activity with extras, and says what is in the foreground', async () => {
    const { phone, sent } = scriptedPhone({ fronts: [home, browser] });
    const { answer } = await callTool(sendIntent, phone, {
      ...share,
      data: 'content://a/b',
      component: 'com.browser/.Main',
      flags: 0x90000000,
      extras: {
        text: `'; reboot; $(id)\n--user`,
        count: 3,
        large: 2 ** 40,
        share: 0.5,
        exact: 0.5,
        on: false,
        list: ['a,b', '-n'],
        number: '9007199254740993',
      },
      extras_types: { exact: 'double', number: 'LONG' },
    });
    expect(answer).toBe(
      'Intent sent successfully: type=activity, action=android.intent.action.SEND\nIn the foreground: com.browser/.Main.',
    );
    expect(sent).toEqual([
      {
        type: 'activity',
        action: 'android.intent.action.SEND',
        data: 'content://a/b',
        mimeType: 'text/plain',
        categories: [],
        packageName: null,
        component: 'com.browser/.Main',
        flags: 0x90000000,
        extras: [
          { name: 'text', type: 'string', value: `'; reboot; $(id)\n--user` },
          { name: 'count', type: 'int', value: '3' },
          { name: 'large', type: 'long', value: '1099511627776' },
          { name: 'share', type: 'float', value: '0.5' },
          { name: 'exact', type: 'double', value: '0.5' },
          { name: 'on', type: 'boolean', value: false },
          { name: 'list', type: 'strings', value: ['a,b', '-n'] },
          { name: 'number', type: 'long', value: '9007199254740993' },
        ],
      },
    ]);
  });

  it('sends broadcasts and starts services whatever the screen shows', async () => {
    const { phone, sent } = scriptedPhone({ fronts: [home], awake: false });
    const broadcastPhone: Phone = {
      ...phone,
      sendIntent: async (intent, signal) => ({
        ...(await phone.sendIntent(intent, signal)),
        broadcastResult: intent.type === 'broadcast' ? 0 : null,
      }),
    };
    const broadcast = await callTool(sendIntent, broadcastPhone, {
      type: 'broadcast',
      action: 'x.Y',
    });
    expect(broadcast.answer).toBe(
      'Intent sent successfully: type=broadcast, action=x.Y\nBroadcast completed: result=0. Android does not report whether an app received it.',
    );
    const service = await callTool(sendIntent, broadcastPhone, {
      type: 'service',
      component: 'com.x/.S',
      extras: null,
    });
    expect(service.answer).toBe('Intent sent successfully: type=service, action=none');
    expect(sent.map(({ type }) => type)).toEqual(['broadcast', 'service']);
  });

  it.each([
    [{}, "Missing required parameter: 'type'"],
    [
      { type: 'provider' },
      "Parameter 'type' must be one of: activity, broadcast, service. Got: 'provider'",
    ],
    [{ type: 'activity' }, "At least one of 'action', 'data' and 'component' must be given"],
    [
      { type: 'activity', action: 'a b' },
      "Parameter 'action' must be an action such as android.intent.action.SEND. Got: 'a b'",
    ],
    [
      { type: 'activity', data: 'x:\n' },
      "Parameter 'data' must be a URI without spaces. Got: 'x:\n'",
    ],
    [
      { ...share, mime_type: 'text' },
      "Parameter 'mime_type' must be a MIME type such as text/plain. Got: 'text'",
    ],
    [
      { type: 'service', component: 'com.x/.S; reboot' },
      "Parameter 'component' must be package/class. Got: 'com.x/.S; reboot'",
    ],
    [
      { type: 'service', component: '--user/.S' },
      "Parameter 'component' must be package/class. Got: '--user/.S'",
    ],
    [{ ...share, flags: -1 }, "Parameter 'flags' must be between 0 and 4294967295, got: -1"],
    [{ ...share, extras: [] }, "Parameter 'extras' must be an object"],
    [
      { ...share, extras: { a: null } },
      "Extra 'a' must be a string, number, boolean or list of strings, got: null",
    ],
    [
      { ...share, extras: { a: {} } },
      "Extra 'a' must be a string, number, boolean or list of strings, got: {}",
    ],
    [{ ...share, extras: { a: [1] } }, "Extra 'a' must be a list of strings, got: [1]"],
    [
      { ...share, extras: { a: [] } },
      "Extra 'a' must be a list whose strings do not end in a backslash, the last one not empty, got: []",
    ],
    [
      { ...share, extras: { a: 'x\0' } },
      "Extra 'a' must not contain a NUL character or half of a surrogate pair",
    ],
    [
      { ...share, extras: { a: 1.5 }, extras_types: { a: 'int' } },
      "Extra 'a' must be an integer of 32 bits, got: 1.5",
    ],
    [
      { ...share, extras: { a: 2 ** 31 }, extras_types: { a: 'int' } },
      "Extra 'a' must be an integer of 32 bits, got: 2147483648",
    ],
    [
      { ...share, extras: { a: '0x1' }, extras_types: { a: 'long' } },
      `Extra 'a' must be an integer of 64 bits, got: "0x1"`,
    ],
    [
      { ...share, extras: { a: 'NaN' }, extras_types: { a: 'float' } },
      `Extra 'a' must be a number, got: "NaN"`,
    ],
    [
      { ...share, extras: { a: 1 }, extras_types: { a: 'boolean' } },
      "Extra 'a' must be true or false, got: 1",
    ],
    [
      { ...share, extras: { a: 1 }, extras_types: { a: 'short' } },
      `The type of extra 'a' must be one of: string, int, long, float, double, boolean. Got: "short"`,
    ],
    [
      { ...share, extras_types: { a: 'int' } },
      "Parameter 'extras_types' names 'a', which is not an extra",
    ],
    [
      { ...share, extras: { a: 'x'.repeat(8000) } },
      "Parameter 'extras' must have at most 8000 characters, got: 8008",
    ],
  ])('refuses %j', async (args, message) => {
    expect(await refusalOf(sendIntent, args)).toEqual(argumentRefusal(message));
  });

  it('is always a risk, and says so', () => {
    expect(sendIntent.description).toContain('The user is asked first');
    expect(
      sendIntent.risk?.({ type: 'broadcast', action: 'x.Y', observe: 'none' }, new Map()),
    ).toBe('Sends x.Y to any app that accepts it. That app may change, delete or send data.');
    expect(
      sendIntent.risk?.({ type: 'service', component: 'com.x/.S', observe: 'none' }, new Map()),
    ).toBe('Sends a service intent to com.x/.S. That app may change, delete or send data.');
  });
});
