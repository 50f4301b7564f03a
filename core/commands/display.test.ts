import { describe, expect, it } from 'vitest';
import {
  parseDisplay,
  readKeyboard,
  readTouchArea,
  readUptime,
  readInputMethod,
  readLock,
} from './display.ts';
import { capturedOutputs, readOutput } from '../testing/captures.ts';
import type { TouchArea } from '../phone/phone.ts';
import type { Rect } from '../geometry.ts';

describe('parseDisplay', () => {
  it.each([
    ['Physical size: 1080x1920\nPhysical density: 480\n', 1080, 1920, 480],
    [
      'Physical size: 1080x1920\r\nOverride size: 480x1024\r\nPhysical density: 480\r\nOverride density: 160\r\n',
      480,
      1024,
      160,
    ],
    ['Physical size: 1200x2000\nPhysical density: 240\n', 1200, 2000, 240],
  ])('%j', (text, width, height, density) => {
    expect(parseDisplay(text)).toEqual({ naturalSize: { width, height }, density });
  });
  it.each([
    ['', "The phone didn't report its display size: nothing."],
    [
      "cmd: Can't find service: window",
      "The phone didn't report its display size: cmd: Can't find service: window.",
    ],
  ])('refuses %j', (text, message) => {
    expect(() => parseDisplay(text)).toThrow(message);
  });
});

describe('readUptime', () => {
  const parse = (text: string): number | null =>
    readUptime.parse({ stdout: new TextEncoder().encode(text), stderr: '', exitCode: 0 });

  it.each([
    ['  mLastWakeTime=334405 (158697 ms ago)\n', 493_102],
    ['  mLastWakeTime=0 (175077 ms ago)\n', 175_077],
    ['  mLastWakeTime=71986209 (now)\n', 71_986_209],
    ['', null],
    ['  mLastWakeTime=52611994516 ago\n', null],
  ])('reads %j', (text, uptimeMs) => {
    expect(parse(text)).toBe(uptimeMs);
  });
});

const readTouchAreaFrom = (text: string): TouchArea =>
  readTouchArea.parse({ stdout: new TextEncoder().encode(text), stderr: '', exitCode: 0 });
const area = (width: number, height: number, awake: boolean | null = null): TouchArea => ({
  size: { width, height },
  awake,
});

describe('readTouchArea', () => {
  it.each([
    [
      'Android 8 on its side',
      '  Display: mDisplayId=0\n    init=1080x1920 420dpi cur=1920x1080 app=1794x1080 rng=1080x1017-1794x1731\n  mWakefulness=Awake\n',
      area(1920, 1080, true),
    ],
    [
      'an override, CRLF, asleep',
      '  Display: mDisplayId=0\r\n    init=1440x3120 560dpi base=1080x2340 420dpi cur=1080x2340 app=1080x2210 rng=1080x1000-2340x2210\r\n  mWakefulness=Asleep\r\n',
      area(1080, 2340, false),
    ],
    [
      'Android 14 with a second display, which comes first',
      '  Display: mDisplayId=2 (organized)\n    init=1920x1080 240dpi cur=1920x1080 app=1920x1080\n  Display: mDisplayId=0 (organized)\n    init=1080x2400 420dpi mMinSizeOfResizeableTaskDp=220 cur=2400x1080 app=2337x1080\n  mWakefulness=Dozing\n',
      area(2400, 1080, false),
    ],
    [
      'mOverrideDisplayInfo: two displays, the default one last, real size in the current rotation',
      '    mOverrideDisplayInfo=DisplayInfo{"HDMI", displayId 2, FLAG_TRUSTED, real 1920 x 1080, rotation 0}\n    mOverrideDisplayInfo=DisplayInfo{"Built-in Screen", displayId 0", displayGroupId 0, FLAG_TRUSTED, real 2280 x 1080, largest app 2148 x 2065, rotation 1}\nPhysical size: 1080x2280\n',
      area(2280, 1080),
    ],
    [
      'Android 7: the viewport of the input system',
      '      Viewport: displayId=0, orientation=1, logicalFrame=[0, 0, 1920, 1080], physicalFrame=[0, 0, 1080, 1920]\nPhysical size: 1080x1920\n',
      area(1920, 1080),
    ],
    [
      'wm and a rotation',
      '      SurfaceOrientation: 3\nPhysical size: 1080x1920\nOverride size: 720x1280\n',
      area(1280, 720),
    ],
    ['wm alone', 'Physical size: 1080x1920\n', area(1080, 1920)],
  ])('%s', (_, text, expected) => {
    expect(readTouchAreaFrom(text)).toEqual(expected);
  });
  it.each([
    ['', "The phone didn't report its screen size: nothing."],
    [
      "cmd: Can't find service: window\n",
      "The phone didn't report its screen size: cmd: Can't find service: window.",
    ],
  ])('refuses %j', (text, message) => {
    expect(() => readTouchAreaFrom(text)).toThrow(message);
  });
});

const capturedSizes: [string, number, number][] = [
  ['dumpsys-window/004-awesome-adb-1.txt', 1080, 1920],
  ['dumpsys-display/001-scrcpy-plain.txt', 1440, 3120],
  ['dumpsys-display/002-scrcpy-with-rotation.txt', 3120, 1440],
  ['dumpsys-display/004-scrcpy-a-p-i31-no-flags.txt', 1080, 2280],
  ['dumpsys-display/005-scrcpy-a-p-i29-with-no-flags.txt', 3664, 1920],
  ['dumpsys-input/001-tablet-2064x3096-disabled-viewport.txt', 2064, 3096],
  ['dumpsys-input/002-honor-1224x2700.txt', 1224, 2700],
  ['dumpsys-input/004-tablet-input.txt', 2064, 3096],
  ['dumpsys-input/005-emulator-surfaceorientation-crlf.txt', 1080, 1920],
  ['wm/001-awesome-adb-1.txt', 1080, 1920],
  ['wm/002-awesome-adb-2.txt', 480, 1024],
  ['wm/005-ultranavbar-lenovo.txt', 1200, 2000],
];

const captured = capturedOutputs('dumpsys-window', 'dumpsys-display', 'dumpsys-input', 'wm');

describe.skipIf(captured.length === 0)('captured output (skipped where absent)', () => {
  it.each(capturedSizes)('%s', (name, width, height) => {
    expect(readTouchAreaFrom(readOutput(name)).size).toEqual({
      width,
      height,
    });
  });
  it('no other sample has a size', () => {
    const expectedNames = new Set(capturedSizes.map(([name]) => name));
    for (const name of captured) {
      if (!expectedNames.has(name))
        expect(() => readTouchAreaFrom(readOutput(name)), name).toThrow();
    }
  });
});

const readKeyboardFrom = (text: string): Rect | null =>
  readKeyboard.parse({ stdout: new TextEncoder().encode(text), stderr: '', exitCode: 0 });
const keyboardRegion = { left: 0, top: 1536, right: 1080, bottom: 2274 };

it.each([
  [
    'Android 11',
    "      2: name='Window{b74b363 u0 InputMethod}', displayId=0, portalToDisplayId=-1, paused=false, visible=true, flags=0x81800108, frame=[0,63][1080,2400], touchableRegion=[0,1536][1080,2274], inputFeatures=0x00000000\r\n",
    keyboardRegion,
  ],
  [
    'Android 13',
    "      4: name='97f071a InputMethod', id=69, displayId=0, inputConfig=NOT_FOCUSABLE | TRUSTED_OVERLAY, alpha=1.00, frame=[0,63][1080,2400], applicationInfo.name=, touchableRegion=[0,1536][1080,2200]|[0,2200][540,2274], ownerPid=4271\n",
    keyboardRegion,
  ],
  [
    'a name without quotes',
    '      6: name=Window:1564eb2 type=2011 InputMethod, id=1167, displayId=0, inputConfig=NOT_FOCUSABLE, alpha=1, touchableRegion=[0,1536][1080,2274], ownerPid=3626\n',
    keyboardRegion,
  ],
  [
    'closed, with the region it had',
    "      2: name='Window{b74b363 u0 InputMethod}', displayId=0, visible=false, touchableRegion=[0,1536][1080,2274], inputFeatures=0\n",
    null,
  ],
  [
    'closed, Android 13',
    "      4: name='97f071a InputMethod', id=69, displayId=0, inputConfig=NOT_VISIBLE | NOT_FOCUSABLE, touchableRegion=[0,1536][1080,2274], ownerPid=4271\n",
    null,
  ],
  [
    'no region',
    "      4: name='97f071a InputMethod', id=69, displayId=0, inputConfig=NOT_FOCUSABLE, touchableRegion=<empty>, ownerPid=4271\n",
    null,
  ],
  [
    'on another display',
    "      4: name='97f071a InputMethod', id=69, displayId=2, inputConfig=NOT_FOCUSABLE, touchableRegion=[0,1536][1080,2274], ownerPid=4271\n",
    null,
  ],
  [
    'another window of its name',
    "      5: name='1a2b com.a.InputMethodPicker', displayId=0, visible=true, touchableRegion=[0,0][1080,2274]\n",
    null,
  ],
  ['nothing', '', null],
])('readKeyboard: %s', (_, text, expected) => {
  expect(readKeyboardFrom(text)).toEqual(expected);
});

const output = (text: string) => ({
  stdout: new TextEncoder().encode(text),
  stderr: '',
  exitCode: 0,
});

describe('readLock', () => {
  it.each([
    [
      '      showing=true\n User "Owner" (id=0, flags=0x13) (current): trusted=0, trustManaged=0, deviceLocked=1, strongAuthRequired=0x1\n',
      { showing: true, locked: true },
    ],
    [
      '      showing=false\r\n User "Eva deviceLocked=1" (id=0, flags=0x4c13) (current): trustState=UNTRUSTED, trustManaged=1, deviceLocked=0, isActiveUnlockRunning=0\r\n',
      { showing: false, locked: false },
    ],
    ['      showing=true\n', { showing: true, locked: null }],
    [' User "Work" (id=10, flags=0x30): deviceLocked=1\n', null],
    ['    mShowingDream=true mKeyguardOccluded=false\n', null],
  ])('%j', (text, state) => {
    expect(readLock.parse(output(text))).toEqual(state);
  });
});

describe('readInputMethod', () => {
  it.each([
    [
      'com.google.android.inputmethod.latin/com.android.inputmethod.latin.LatinIME\n  mShowRequested=true mShowExplicitlyRequested=false mShowForced=false mInputShown=true\n',
      {
        id: 'com.google.android.inputmethod.latin/com.android.inputmethod.latin.LatinIME',
        shown: true,
      },
    ],
    [
      'com.touchtype.swiftkey/com.touchtype.KeyboardService\r\n  mInputShown=false\r\n',
      { id: 'com.touchtype.swiftkey/com.touchtype.KeyboardService', shown: false },
    ],
    ['null\n  mInputShown=false\n', { id: null, shown: false }],
    ['', { id: null, shown: false }],
  ])('%j', (text, method) => {
    expect(readInputMethod.parse(output(text))).toEqual(method);
  });
});
