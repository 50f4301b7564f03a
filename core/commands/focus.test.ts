import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseFocus } from './focus.ts';

const focus = (packageName: string | null, activity: string | null): object => ({
  packageName,
  activity,
});

describe('parseFocus', () => {
  it('reads a window with a very long title quickly', () => {
    const start = performance.now();
    for (const title of ['a'.repeat(300_000), 'a.'.repeat(150_000)]) {
      expect(parseFocus(`mCurrentFocus=Window{5e u0 ${title}}`)).toEqual(focus(null, null));
    }
    // Matching at every letter would take a minute.
    expect(performance.now() - start).toBeLessThan(2_000);
  });

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
    ['nothing', '', focus(null, null)],
  ])('%s', (_, text, expected) => {
    expect(parseFocus(text)).toEqual(expected);
  });
});

const folder = join(import.meta.dirname, '../../../shared/corpus/shell');
const captured = existsSync(folder)
  ? ['dumpsys-window', 'dumpsys-activity'].flatMap((kind) =>
      readdirSync(join(folder, kind)).map((name) => join(kind, name)),
    )
  : [];

describe.skipIf(captured.length === 0)('captured output (../shared/corpus)', () => {
  it.each(captured)('%s', (name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    const names = /[a-z]\w*(?:\.\w+)+\/[\w.$]+|foo\/bar/.test(text);
    expect(parseFocus(text).packageName !== null).toBe(names);
  });
});
