import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { HandsetError } from '../errors.ts';
import { readFocus, readHierarchy, parseFocus, takeScreenshot } from './screen.ts';
import { capturedOutputs, readOutput } from '../testing/captures.ts';

const command = readHierarchy({ nonce: 'n1', method: 'plain' });
const xml = '<hierarchy rotation="1"><node text="A"/></hierarchy>';
const parseParts = (parts: readonly string[], newline = '\n'): ReturnType<typeof command.parse> => {
  const stdout = new TextEncoder().encode(parts.join(`handset-n1${newline}`));
  return command.parse({ stdout, stderr: '', exitCode: 0 });
};
const errorOf = (parts: readonly string[]): HandsetError => {
  try {
    parseParts(parts);
  } catch (error) {
    if (error instanceof HandsetError) return error;
  }
  throw new Error('parsed without a problem');
};

describe('readHierarchy', () => {
  it('dumps to a new file that is removed before and after', () => {
    const file = "'/data/local/tmp/handset-n1.xml'";
    expect(command.line.text.startsWith(`rm -f ${file}; `)).toBe(true);
    expect(command.line.text.endsWith(`; rm -f ${file}`)).toBe(true);
    expect(command.line.text).toContain(`; uiautomator dump ${file} 2>&1; `);
  });
  it.each([
    ['compressed', "uiautomator dump --compressed '/data/local/tmp/handset-n2.xml'"],
    [
      'yadb',
      "app_process -Djava.class.path='/data/local/tmp/handset-yadb-1.1.1.jar' /data/local/tmp com.ysbing.yadb.Main -layout '/data/local/tmp/handset-n2.xml'",
    ],
  ] as const)('dumps by other methods: %s', (method, line) => {
    expect(readHierarchy({ nonce: 'n2', method }).line.text).toContain(line);
  });
  it.each(['\n', '\r\n'])('reads the elements (line ends %j)', (newline) => {
    const dumpOutput = `UI hierchary dumped to: /x${newline}`;
    const hierarchy = parseParts([dumpOutput, `${xml}\n`, ''], newline);
    expect(hierarchy.rotation).toBe(1);
    expect(hierarchy.roots.map((root) => root.text)).toEqual(['A']);
  });
  it.each([
    ['ERROR: could not get idle state.', true],
    ['ERROR: null root node returned by UiTestAutomationBridge.', false],
  ])('quotes %j', (dumpOutput, idle) => {
    const error = errorOf([`${dumpOutput}\n`, '\n', '']);
    expect(error).toMatchObject({
      code: 'dump-failed',
      message: `The element list couldn't be read: ${dumpOutput}`,
    });
    expect(error.detail).toBe(idle ? 'never-idle' : undefined);
  });
  it('a uiautomator that was killed for another program is not a screen that never rests', () => {
    const connected = '  Ui Automation[eventTypes=TYPES_ALL_MASK, notificationTimeout=0]\n';
    expect(errorOf([`exit code 137\n${connected}`, '\n', ''])).toMatchObject({
      message:
        "The element list couldn't be read: uiautomator was killed, because UiAutomation is taken.",
      hint: expect.stringMatching(/^Another program/) as string,
      detail: 'automation-taken',
    });
  });

  it.each(['', 'Killed \n'])('says that uiautomator was killed, having printed %j', (printed) => {
    const error = errorOf([`${printed}exit code 137\n`, '\n', '']);
    expect(error).toMatchObject({
      message: "The element list couldn't be read: uiautomator was killed (exit code 137).",
      detail: 'never-idle',
    });
  });
  it('quotes an exception without its stack trace', () => {
    const trace =
      'java.lang.IllegalStateException: UiAutomationService android.accessibilityservice.IAccessibilityServiceClient$Stub$Proxy@1 already registered!\n\tat android.os.Parcel.readException(Parcel.java:1692)\n';
    const error = errorOf([`${trace}exit code 137\n`, '\n', '']);
    expect(error.detail).toBe('automation-taken');
    expect(error.message).toContain('already registered!.');
    expect(error.hint).toContain('Appium');
  });
  it('says that a text of the screen cannot be written', () => {
    const trace =
      'java.lang.IllegalArgumentException: Illegal character (d83d)\n\tat com.android.org.kxml2.io.KXmlSerializer.reportInvalidCharacter(KXmlSerializer.java:144)\n';
    const error = errorOf([`${trace}exit code 1\n`, '\n', '']);
    expect(error.detail).toBe('unwritable-text');
    expect(error.message).toContain('Illegal character (d83d).');
    expect(error.hint).not.toContain('Try again');
  });
  it('fails if uiautomator reports success but wrote no file', () => {
    const error = errorOf(['UI hierchary dumped to: /x\n', '\n', '']);
    expect(error.message).toBe(
      "The element list couldn't be read: uiautomator reported success but wrote no file.",
    );
  });
  it('says that the dump ended early', () => {
    expect(errorOf(['Killed']).message).toContain('ended the dump early: ');
  });
  it('does not mistake element text for an error', () => {
    const text =
      '<hierarchy rotation="0"><node text="ERROR: could not get idle state."/></hierarchy>';
    const hierarchy = parseParts(['UI hierchary dumped to: /x\n', `${text}\n`, '']);
    expect(hierarchy.roots[0]?.text).toBe('ERROR: could not get idle state.');
  });
});

const focus = (packageName: string | null, activity: string | null): object => ({
  packageName,
  activity,
});

const forged = [
  "FocusedWindows:\n displayId=0, name='com.bank.app/.Login'",
  'FocusedApplication: name=com.bank.app/.Login',
  'mFocusedApp=ActivityRecord{2 u0 com.bank.app/.Login t2}',
  'Display: mDisplayId=7\nmFocusedApp=ActivityRecord{3 u0 com.a/.B t3}',
].join('\n');

describe('parseFocus', () => {
  it.each([
    [
      'Android 4: no user in the window',
      'mCurrentFocus=Window{4330b6c0 com.android.settings/com.android.settings.SubSettings paused=false}',
      focus('com.android.settings', '.SubSettings'),
    ],
    [
      'Android 8: an AppWindowToken',
      '  mFocusedApp=AppWindowToken{38600b56 token=Token{9ea1171 ActivityRecord{2 u com.android.settings/.Settings t181}}}',
      focus('com.android.settings', '.Settings'),
    ],
    [
      'Samsung: a comma after the component',
      'mFocusedApp=AppWindowToken{20fe217e token=Token{21878739 ActivityRecord{16425300 u0 com.android.settings/.Settings, isShadow:false t10}}}',
      focus('com.android.settings', '.Settings'),
    ],
    [
      'several displays: the right one last, a stray brace',
      [
        '        mFocusedApp=ActivityRecord{caf038a u0 com.android.systemui/.subscreen.SubHomeActivity t7}',
        '        mFocusedApp=ActivityRecord{a646676 u0 com.example.android/.activity.main.MainActivity t285}',
        '        mCurrentFocus=null',
        '        mCurrentFocus=Window{5e9b13b u0 com.example.android/com.example.android.activity.main.MainActivity}}',
      ].join('\n'),
      focus('com.example.android', '.activity.main.MainActivity'),
    ],
    [
      'two focused windows: the one whose app is focused too',
      [
        'mCurrentFocus=Window{1 u0 com.other/com.other.Main}',
        'mCurrentFocus=Window{2 u0 com.wanted/com.wanted.Main}',
        'mFocusedApp=ActivityRecord{3 u0 com.wanted/.Main t3}',
      ].join('\r\n'),
      focus('com.wanted', '.Main'),
    ],
    [
      'a window without an activity: the focused app',
      'mCurrentFocus=Window{8a u0 NotificationShade}\nmFocusedApp=ActivityRecord{3 u0 com.a/.B t3}',
      focus('com.a', '.B'),
    ],
    [
      'not responding',
      'mCurrentFocus=Window{8a u0 Application Not Responding: com.a}\nmFocusedApp=ActivityRecord{3 u0 com.a/.B t3}',
      focus('com.a', '.B'),
    ],
    [
      'an activity outside its package keeps its full name',
      'mCurrentFocus=Window{1 u0 com.a/org.lib.LoginActivity}',
      focus('com.a', 'org.lib.LoginActivity'),
    ],
    [
      'only the resumed activity',
      '  ResumedActivity: ActivityRecord{5a47589 u0 app.pluct/.PluctUIScreen01MainActivity t52}',
      focus('app.pluct', '.PluctUIScreen01MainActivity'),
    ],
    [
      'CRLF, the newest spelling of the resumed activity',
      '    topResumedActivity=ActivityRecord{5a4 u0 com.a/.B t5}\r\n  ResumedActivity: ActivityRecord{5a4 u0 com.a/.B t5}\r\n',
      focus('com.a', '.B'),
    ],
    [
      'the oldest spelling',
      'mResumedActivity: ActivityRecord{8079d7e u0 com.android.launcher3/.Launcher t42}',
      focus('com.android.launcher3', '.Launcher'),
    ],
    [
      'the other displays first, as captured: the default one, although another has the focus',
      [
        '  Display: mDisplayId=3 (organized)',
        '  Display: mDisplayId=0 (organized)',
        '    mFocusedApp=ActivityRecord{202723142 u0 app.lawnchair/.LawnchairLauncher t2}',
        '  Display: mDisplayId=2 (organized)',
        '    mCurrentFocus=Window{964a007 u0 com.game/com.engine.GameApp}',
        '    mFocusedApp=ActivityRecord{14144584 u0 com.game/com.engine.GameApp}',
      ].join('\n'),
      { packageName: 'app.lawnchair', activity: '.LawnchairLauncher', focusedDisplay: 2 },
    ],
    [
      'a focused window on each display',
      [
        '  Display: mDisplayId=2',
        '    mCurrentFocus=Window{1 u0 com.b/com.b.C}',
        '  Display: mDisplayId=0',
        '    mCurrentFocus=Window{2 u0 com.a/com.a.B}',
        '    mFocusedApp=ActivityRecord{3 u0 com.a/.B t3}',
      ].join('\r\n'),
      focus('com.a', '.B'),
    ],
    [
      'a display that is off, and another one that is on',
      [
        '  Display: mDisplayId=2',
        '    mAwake=true mScreenOnEarly=true mScreenOnFully=true',
        '  Display: mDisplayId=0',
        '    mFocusedApp=ActivityRecord{3 u0 com.a/.B t3}',
        '    mAwake=false mScreenOnEarly=false mScreenOnFully=false',
      ].join('\n'),
      { packageName: 'com.a', activity: '.B', isDisplayOff: true },
    ],
    [
      'a title that names another app: the focused app',
      'mCurrentFocus=Window{1 u0 com.bank.app/.Login}\nmFocusedApp=ActivityRecord{3 u0 com.a/.B t3}',
      focus('com.a', '.B'),
    ],
    [
      "titles with lines like Android's, from Android 10 on: the app of the input dispatcher",
      `FocusedApplications:\n displayId=0, name='ActivityRecord{3 u0 com.a/.B t3}'\n${forged}`,
      focus('com.a', '.B'),
    ],
    [
      'the same before',
      `FocusedApplication: name='AppWindowToken{1 token=Token{2 ActivityRecord{3 u0 com.a/.B t3}}}'\n${forged}`,
      focus('com.a', '.B'),
    ],
    ['nothing', '', focus(null, null)],
  ])('%s', (_, text, expected) => {
    expect(parseFocus(text)).toEqual(expected);
  });
});

describe('other apps on the screen', () => {
  const head = [
    'WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)',
    '  Display: mDisplayId=0 (organized)',
    '  mCurrentFocus=Window{86fb04f u0 com.mail/com.mail.Inbox}',
    '  mFocusedApp=ActivityRecord{101347192 u0 com.mail/.Inbox t7}',
  ];
  const modern = [
    '      mPreferredTopFocusableRootTask=Task{f21feb6 #1 type=standard A=10200:com.mail}',
    '      Application tokens in top down Z order:',
    '      * Task{bf9d17d #9 type=standard A=10291:video.task U=0 visible=true visibleRequested=true mode=pinned translucent=false sz=1}',
    '        bounds=[583,1737][1038,1993]',
    '        * ActivityRecord{167769d u0 com.video/.Watch} t9}',
    '      * Task{d501baa #4 name=SplitRoot type=undefined U=0 visible=true visibleRequested=true mode=fullscreen translucent=true sz=2}',
    '        * Task{fefb338 #6 name=side type=undefined U=0 rootTaskId=4 visible=true visibleRequested=true mode=multi-window translucent=true sz=1}',
    '          * Task{7a80656 #8 type=standard A=10064:com.maps U=0 rootTaskId=4 visible=true visibleRequested=true mode=multi-window translucent=false sz=2}',
    '            * ActivityRecord{4c22c1e u0 com.maps/org.lib.MapActivity t8}',
    '            * ActivityRecord{5c22c1e u0 com.maps/.Below t8}',
    '        * Task{305c39b #5 name=main type=undefined U=0 rootTaskId=4 visible=true visibleRequested=true mode=multi-window translucent=true sz=1}',
    '          * Task{7a80657 #7 type=standard A=10200:com.mail U=0 rootTaskId=4 visible=true visibleRequested=true mode=multi-window translucent=false sz=1}',
    '            * ActivityRecord{101347192 u0 com.mail/.Inbox t7}',
    '      * Task{aaa #3 type=standard A=10300:com.hidden U=0 visible=false visibleRequested=false mode=freeform translucent=false sz=1}',
    '        * ActivityRecord{bbb u0 com.hidden/.Main t3}',
    '      * Task{f383651 #2 type=home I=com.launcher/.Launcher U=0 visible=true visibleRequested=true mode=fullscreen translucent=false sz=2}',
    '        * ActivityRecord{ccc u0 com.launcher/.Launcher t2}',
    '        * TaskFragment{e1d7385 mode=multi-window organizerUid=10192 organizerProc=com.launcher}',
    '          * ActivityRecord{ddd u0 com.launcher/.Overlay t2}',
    '  rootPinnedTask=Task=9',
  ];
  const android11 = [
    '      * Task{7e0ec2a #9 visible=true type=standard mode=pinned translucent=false A=10291:com.video U=0 StackId=9 sz=1}',
    '        mLastOrientationSource=ActivityRecord{4c22c1e u0 com.video/.Watch t9}',
    '        * ActivityRecord{4c22c1e u0 com.video/.Watch t9}',
    '      * Task{b080acc #4 visible=true type=undefined mode=split-screen-primary translucent=true ?? U=0 StackId=4 sz=1}',
    '        * Task{b080acd #8 visible=true type=standard mode=split-screen-primary translucent=false A=10064:com.maps U=0 StackId=4 sz=1}',
    '          * ActivityRecord{5c22c1e u0 com.maps/.Map t8}',
  ];
  const android10 = [
    '  Application tokens in top down Z order:',
    '    mStackId=9',
    '      taskId=9',
    '        appTokens=[AppWindowToken{a token=Token{b ActivityRecord{c u0 com.video/.Watch t9}}}]',
    '          Activity #0 AppWindowToken{a token=Token{b ActivityRecord{c u0 com.video/.Watch t9}}}',
    '    mStackId=7',
    '      taskId=7',
    '          Activity #0 AppWindowToken{d token=Token{e ActivityRecord{f u0 com.mail/.Inbox t7}}}',
    '  pinnedStack=Stack=9',
  ];
  const video = { packageName: 'com.video', isPictureInPicture: true };
  const maps = { packageName: 'com.maps', isPictureInPicture: false };

  /** What the shell prints of this dump to the command that reads the foreground app. */
  const answerTo = (dump: readonly string[]): string => {
    const script = `dumpsys() { printf '%s\\n' "$DUMP"; }; ${readFocus.line.text}`;
    const env = { ...process.env, DUMP: dump.join('\n') };
    return execFileSync('sh', ['-c', script], { env, encoding: 'utf8' });
  };

  it.each([
    ['Android 12 and later', modern, [video, maps]],
    ['Android 11', android11, [video, maps]],
    ['Android 10', android10, [video]],
  ])('%s', (_version, lines, otherApps) => {
    const text = answerTo([...head, ...lines]);
    expect(parseFocus(text)).toEqual({ ...focus('com.mail', '.Inbox'), otherApps });
  });

  it('are not those of another display, and not the app itself behind a dialog', () => {
    const other = ['  Display: mDisplayId=2', ...modern];
    expect(parseFocus(answerTo([...head, ...other]))).toEqual(focus('com.mail', '.Inbox'));
  });
});

const captured = capturedOutputs('dumpsys-window', 'dumpsys-activity');

describe.skipIf(captured.length === 0)('captured output (skipped where absent)', () => {
  it.each(captured)('%s', (name) => {
    const text = readOutput(name);
    const names = /[a-z]\w*(?:\.\w+)+\/[\w.$]+|foo\/bar/.test(text);
    expect(parseFocus(text).packageName !== null).toBe(names);
  });
});

/** A PNG without pixels: the parser walks chunks and decodes nothing. */
function png(width: number, height: number, data = 32): Uint8Array<ArrayBuffer> {
  const chunk = (type: string, bytes: Uint8Array): number[] => {
    const length = new Uint8Array(new Uint32Array([bytes.length]).buffer).reverse();
    return [...length, ...new TextEncoder().encode(type), ...bytes, 0, 0, 0, 0];
  };
  const header = new Uint8Array(13);
  new DataView(header.buffer).setUint32(0, width);
  new DataView(header.buffer).setUint32(4, height);
  const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
  const chunks = [
    chunk('IHDR', header),
    // The data contains a signature and an end marker.
    chunk('IDAT', new Uint8Array([...signature, 0x49, 0x45, 0x4e, 0x44, ...new Uint8Array(data)])),
    chunk('IEND', new Uint8Array()),
  ];
  return new Uint8Array([...signature, ...chunks.flat()]);
}
const parsePng = (
  stdout: Uint8Array<ArrayBuffer>,
  stderr = '',
): ReturnType<typeof takeScreenshot.parse> => takeScreenshot.parse({ stdout, stderr, exitCode: 0 });
const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const concat = (...parts: Uint8Array[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(parts.flatMap((part) => [...part]));

describe('takeScreenshot', () => {
  const wholePng = png(1080, 2400);
  it('reads the size', () => {
    expect(parsePng(wholePng)).toEqual({ png: wholePng, size: { width: 1080, height: 2400 } });
  });
  it('extracts the picture from surrounding text', () => {
    const warning = bytes(
      '[Warning] Multiple displays were found, but no display id was specified! Defaulting to the first display found.\n\u0089PN',
    );
    const parsed = parsePng(concat(warning, wholePng, bytes('\nbye')));
    expect(parsed.png).toEqual(wholePng);
    expect(parsed.isOneOfSeveral).toBe(true);
    expect(parsePng(wholePng, '[Warning] Multiple displays were found').isOneOfSeveral).toBe(true);
  });
  it('refuses a picture that would take gigabytes, whatever its size as a file', () => {
    expect(() => parsePng(png(16_000, 16_000))).toThrow(
      'The screenshot has 16000 × 16000 pixels. Handset reads at most 16 million pixels.',
    );
  });
  it.each([8, 40, 70, wholePng.length - 1])('refuses a picture cut after %i bytes', (length) => {
    expect(() => parsePng(wholePng.slice(0, length))).toThrow(
      `The screenshot was cut short after ${length} bytes.`,
    );
  });
  it.each([
    [
      bytes('Failed to take screenshot'),
      '',
      "The phone couldn't take a screenshot: Failed to take screenshot",
    ],
    [bytes(''), 'Capturing failed.', "The phone couldn't take a screenshot: Capturing failed."],
    [
      bytes(''),
      '',
      "The phone couldn't take a screenshot: screencap printed nothing (exit code 0).",
    ],
  ])('refuses %j %j', (stdout, stderr, message) => {
    expect(() => parsePng(stdout, stderr)).toThrow(message);
  });
});
