/** The tools for keys and for dragging on a phone with its real commands, by each input backend. */
import { afterEach, describe, expect, it } from 'vitest';
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import { drag } from '#core/tools/elements.ts';
import { dismissKeyboard, lockScreen, pressKey, wakeScreen } from '#core/tools/keys.ts';
import { callTool } from '#core/tools/testing/call-tool.ts';
import {
  createPhoneHarness,
  faultsForBackend,
  openNote,
  type PhoneHarness,
} from '../testing/harness.ts';

useDrivenClock();

let harness: PhoneHarness | undefined;
afterEach(() => harness?.connection.close());

const everywhere = (['scrcpy', 'shell'] as const).flatMap((backend) =>
  ([8, 11, 14, 16] as const).map((android) => ({ backend, android })),
);

describe.each(everywhere)('Android $android by $backend', ({ backend, android }) => {
  const open = async (): Promise<PhoneHarness> => {
    harness = await createPhoneHarness({ android, faults: [...faultsForBackend[backend]] });
    return harness;
  };

  it('presses keys with modifiers, or says that it can not', async () => {
    const opened = await open();
    const field = openNote(opened);
    opened.world.typeText('one two');
    const { answer, code } = await callTool(pressKey, opened.phone, {
      key: 'MOVE_HOME',
      modifiers: ['ctrl', 'shift'],
    });
    if (backend === 'shell' && android < 13) {
      expect(code).toBe('unsupported');
      expect(answer).toMatch(/^MOVE_HOME key failed: Keys with Ctrl.*need Android 13 or later/);
      return;
    }
    expect(answer).toBe("Key 'Ctrl+Shift+MOVE_HOME' pressed successfully");
    await callTool(pressKey, opened.phone, { key: '2' });
    expect(field()).toBe('2');
  });

  it('closes the keyboard only if it is open', async () => {
    const { phone, world, ...opened } = await open();
    openNote({ phone, world, ...opened });
    const activity = world.resumedActivity();
    expect((await callTool(dismissKeyboard, phone)).answer).toBe(
      'Keyboard dismissed\nkeyboard:com.android.inputmethod.latin/.LatinIME',
    );
    expect(world.windows().some(({ kind }) => kind === 'ime')).toBe(false);
    expect((await callTool(dismissKeyboard, phone)).answer).toBe('No keyboard was open');
    expect(world.resumedActivity()).toEqual(activity);
  });

  it('switches the display', async () => {
    const { phone, world } = await open();
    expect((await callTool(lockScreen, phone)).answer).toMatch(
      /^Display turned off\nlocked:no, the phone has no lock screen/,
    );
    expect(world.displayOn).toBe(false);
    expect((await callTool(wakeScreen, phone)).answer).toBe('Display turned on');
    expect((await callTool(wakeScreen, phone)).answer).toBe('Display was already on');
    expect(world.displayOn).toBe(true);
  });

  it('drags what a long press holds', async () => {
    const opened = await open();
    const field = openNote(opened);
    opened.world.typeText('one two three');
    const { left, right, top } = opened.finger.get('edit_body').bounds;
    const { answer } = await callTool(drag, opened.phone, {
      from: `${left + 60},${top + 40}`,
      to: `${right - 40},${top + 40}`,
    });
    expect(answer).toMatch(/^Drag executed from \(\d+, \d+\) to \(\d+, \d+\) over 500ms$/);
    opened.world.typeText('all');
    expect(field()).toBe('all');
  });
});
