import { describe, expect, it } from 'vitest';
import { readInputMethod, readLock } from './lock-and-keyboard.ts';

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
