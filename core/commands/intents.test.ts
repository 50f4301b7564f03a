import { describe, expect, it } from 'vitest';
import { emptyIntent, type Intent } from '../phone/intents.ts';
import { runIntent } from './intents.ts';
import { onDefaultDisplay } from './apps.ts';

const link: Intent = { ...emptyIntent, action: 'android.intent.action.VIEW', data: 'https://a.b/' };

interface OtherOutput {
  readonly stderr?: string;
  readonly exitCode?: number | null;
}

function parse(intent: Intent, stdout: string, { stderr = '', exitCode = 0 }: OtherOutput = {}) {
  return runIntent(intent).parse({ stdout: new TextEncoder().encode(stdout), stderr, exitCode });
}

describe('the line of an intent', () => {
  it('resolves an activity before it starts it', () => {
    const intent = { ...link, categories: ['c.D', 'c.B'], packageName: 'com.x' };
    expect(runIntent(intent).line.text).toBe(
      `cmd package resolve-activity --brief -a 'android.intent.action.VIEW' -d 'https://a.b/' -c 'c.D' -c 'c.B' -p 'com.x' 2>/dev/null; echo 'handset-send'; am start ${onDefaultDisplay.text} -a 'android.intent.action.VIEW' -d 'https://a.b/' -c 'c.D' -c 'c.B' -p 'com.x'`,
    );
  });
  it('holds component, type, extras and signed flags', () => {
    const intent: Intent = {
      ...emptyIntent,
      type: 'service',
      component: 'com.x/.S',
      mimeType: 'text/plain',
      flags: 0x90000000,
      extras: [
        { name: 's', type: 'string', value: '' },
        { name: 'l', type: 'strings', value: ['a,b', 'c'] },
        { name: 'z', type: 'boolean', value: false },
        { name: 'i', type: 'int', value: '-7' },
        { name: 'j', type: 'long', value: '5000000000' },
        { name: 'f', type: 'float', value: '0.5' },
        { name: 'd', type: 'double', value: '1e-9' },
      ],
    };
    expect(runIntent(intent).line.text).toBe(
      String.raw`am startservice -t 'text/plain' -n 'com.x/.S' --es 's' '' --esa 'l' 'a\,b,c' --ez 'z' 'false' --ei 'i' '-7' --el 'j' '5000000000' --ef 'f' '0.5' --ed 'd' '1e-9' -f -1879048192`,
    );
    expect(runIntent({ ...emptyIntent, type: 'broadcast', action: 'x.Y' }).line.text).toBe(
      "am broadcast -a 'x.Y'",
    );
  });
  it.each([`'; reboot; '`, '$(reboot)', '`reboot`', '--user', '-n', 'a\nreboot', '"\\'])(
    'keeps %j one word',
    (text) => {
      const quoted = `'${text.replaceAll("'", String.raw`'\''`)}'`;
      const intent: Intent = {
        ...emptyIntent,
        component: 'com.x/.A',
        data: text,
        extras: [{ name: text, type: 'string', value: text }],
      };
      expect(runIntent(intent).line.text).toBe(
        `am start ${onDefaultDisplay.text} -d ${quoted} -n 'com.x/.A' --es ${quoted} ${quoted}`,
      );
    },
  );
  it('throws invalid-argument for NUL', () => {
    expect(() => runIntent({ ...link, data: 'x:\0' })).toThrow(/NUL/);
  });
});

const resolved =
  'priority=0 preferredOrder=0 match=0x208000 specificIndex=-1 isDefault=true\ncom.x/com.x.web.Main\nhandset-send\n';
const starting = 'Starting: Intent { act=android.intent.action.VIEW dat=https://a.b/... }\n';

describe('what the phone says', () => {
  it('names the activity that was to receive it', () => {
    const receiver = { packageName: 'com.x', activity: '.web.Main' };
    expect(parse(link, resolved + starting)).toEqual({ receiver, broadcastResult: null });
    const warning =
      'Warning: Activity not started, intent has been delivered to currently running top-most instance.\n';
    expect(parse(link, resolved + starting, { stderr: warning }).receiver).toEqual(receiver);
    // Before Android 7 both outputs are one and there is no resolve-activity.
    const old = `Error: unknown command\nhandset-send\n${starting}${warning}`;
    expect(parse(link, old, { exitCode: null }).receiver).toBeNull();
    expect(parse({ ...emptyIntent, component: 'com.x/.A' }, starting).receiver).toEqual({
      packageName: 'com.x',
      activity: '.A',
    });
  });
  it.each([
    ['', 1],
    ['', 0],
  ])('no app opens it%s (exit code %i)', (_, exitCode) => {
    const stderr = 'Error: Activity not started, unable to resolve Intent { act=VIEW }\n';
    expect(() =>
      parse(link, `No activity found\nhandset-send\n${starting}`, { stderr, exitCode }),
    ).toThrow(
      expect.objectContaining({
        code: 'unsupported',
        message: 'No app on this phone opens https://a.b/; nothing was done.',
      }),
    );
    expect(() => parse({ ...link, packageName: 'com.x' }, starting, { stderr, exitCode })).toThrow(
      'The app com.x does not open https://a.b/; nothing was done.',
    );
  });
  it.each([
    [
      'Error type 3\nError: Activity class {com.x/com.x.None} does not exist.\n',
      'The phone refused starting an activity: it has no activity com.x/com.x.None.',
    ],
    [
      "\nException occurred while executing 'start':\njava.lang.SecurityException: Permission Denial: starting Intent { cmp=com.x/.A } from null (pid=1, uid=2000) not exported from uid 10123\n\tat com.android.server.wm.X.y(X.java:1)\n",
      'The phone refused starting an activity: Permission Denial: starting Intent { cmp=com.x/.A } from null (pid=1, uid=2000) not exported from uid 10123.',
    ],
    [
      'Error: Bad component name: x\n',
      'The phone refused starting an activity: Bad component name: x.',
    ],
    [
      '\nException occurred while executing \'start\':\njava.lang.NumberFormatException: For input string: "x"\n',
      'The phone refused starting an activity: For input string: "x".',
    ],
  ])('is refused: %j', (stderr, message) => {
    expect(() => parse(link, starting, { stderr, exitCode: 255 })).toThrow(
      expect.objectContaining({ code: 'command-failed', message }),
    );
  });
  it('knows no double', () => {
    const stderr = 'java.lang.IllegalArgumentException: Unknown option: --ed\n';
    expect(() => parse(link, '', { stderr, exitCode: 255 })).toThrow(
      expect.objectContaining({ code: 'unsupported' }),
    );
  });
  it("reads a broadcast's result; what a receiver answers is no error", () => {
    const broadcast: Intent = { ...emptyIntent, type: 'broadcast', action: 'x.Y' };
    const text =
      'Broadcasting: Intent { act=x.Y flg=0x400000 }\nBroadcast completed: result=-1, data="\nError: no\njava.lang.SecurityException: no"\n';
    expect(parse(broadcast, text)).toEqual({ receiver: null, broadcastResult: -1 });
    const denied =
      "\nException occurred while executing 'broadcast':\njava.lang.SecurityException: Permission Denial: not allowed to send broadcast x.Y from pid=1, uid=2000\n";
    expect(() => parse(broadcast, '', { stderr: denied, exitCode: 255 })).toThrow(
      /sending a broadcast: Permission Denial/,
    );
  });
  it('a broadcast that is not said to be completed was not sent', () => {
    const broadcast: Intent = { ...emptyIntent, type: 'broadcast', action: 'x.Y' };
    expect(() => parse(broadcast, 'Broadcasting: Intent { act=x.Y flg=0x400000 }\n')).toThrow(
      'The phone refused sending a broadcast: it did not say that the broadcast was completed.',
    );
  });
  it('reports a service that is not there', () => {
    const service: Intent = { ...emptyIntent, type: 'service', component: 'com.x/.S' };
    const stderr = 'Error: Not found; no service started.\n';
    expect(() =>
      parse(service, 'Starting service: Intent { }\n', { stderr, exitCode: 255 }),
    ).toThrow('The phone refused starting a service: it has no such service.');
    expect(parse(service, 'Starting service: Intent { }\n')).toMatchObject({
      broadcastResult: null,
    });
  });
});
