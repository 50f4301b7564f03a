import { describe, expect, it } from 'vitest';
import { createTestPhone } from '#core/demo-phone/android/testing/test-phone.ts';
import type { AndroidVersion } from '#core/demo-phone/options.ts';
import { dumpXml } from '#core/demo-phone/programs/uiautomator/uiautomator.ts';
import { formatDiff } from '#core/format/diff.ts';
import { formatScreenState } from '#core/format/screen-state.ts';
import { diffScreens } from '#core/screen/diff/diff.ts';
import { parseHierarchy } from '#core/screen/parse.ts';
import type { Screen } from '#core/screen/screen.ts';

/** A phone, and the changes of its screen since the last call, with ids masked. */
async function watchChanges(activity: string, android: AndroidVersion = 14) {
  const { world, finger } = await createTestPhone({ activity, android });
  const read = (): Screen => {
    const xml = dumpXml(world.hierarchy(), world.rotation, 14);
    const { packageName, activity: full } = world.resumedActivity();
    return {
      ...parseHierarchy(new TextEncoder().encode(xml)),
      focus: { packageName, activity: full.replace(packageName, '') },
      size: world.screenSize,
      density: world.physicalDensity,
    };
  };
  let last = read();
  const changes = (): string[] => {
    const now = read();
    const text = formatDiff(diffScreens(last, now), 'snapshot:s1', ({ id }) => id);
    expect(text.length).toBeLessThan(formatScreenState(now).length);
    last = now;
    return text.replace(/node_[0-9a-f]+/g, 'node_*').split('\n');
  };
  return { world, finger, changes };
}

describe('a sequence on the demo phone', () => {
  it('scrolls a list of settings', async () => {
    const { world, finger, changes } = await watchChanges('com.android.settings/.Settings');
    expect(changes()).toEqual(['no change since snapshot:s1']);
    finger.swipe([540, 1800], [540, 1200]);
    await world.whenIdle(new AbortController().signal);
    expect(changes()).toEqual([
      'since snapshot:s1:',
      '+ node_* "Security & privacy" "App security, device lock, permissions" {clickable}',
      '+ node_* "Location" "On · 2 apps have access" {clickable}',
      '+ node_* "Accessibility" "Display, interaction, audio" {clickable}',
      'moved: 39 elements in RecyclerView @recycler_view up by 600 px; 3 rows came in, 3 rows went out',
    ]);
  });

  it('opens another page, toggles a switch and opens a dialog', async () => {
    const { finger, changes } = await watchChanges('com.android.settings/.Settings');
    finger.tap('Display & touch');
    expect(changes()[0]).toBe(
      'since snapshot:s1: activity .Settings -> .SubSettings; another screen',
    );
    finger.tap('Dark theme');
    expect(changes()).toEqual([
      'since snapshot:s1:',
      '~ node_* TextView "Will never turn on automatically" -> "On until you turn it off" @summary in "Dark theme"',
      '~ node_* Switch @switch_widget {+checked} in "Dark theme"',
    ]);
    finger.tap('Screen timeout');
    expect(changes()).toEqual([
      'since snapshot:s1: dialog "Screen timeout" opened; another screen',
      '+ node_* TextView "Screen timeout" @alertTitle',
      '+ node_* CheckedTextView "15 seconds" @text1 {clickable, checkable}',
      '+ node_* CheckedTextView "30 seconds" @text1 {clickable, checkable, checked}',
      '+ node_* CheckedTextView "1 minute" @text1 {clickable, checkable}',
      '+ node_* CheckedTextView "5 minutes" @text1 {clickable, checkable}',
      '+ node_* CheckedTextView "10 minutes" @text1 {clickable, checkable}',
      '+ node_* Button "Cancel" @button1 {clickable}',
    ]);
    finger.tap('Cancel');
    expect(changes()[0]).toBe('since snapshot:s1: dialog "Screen timeout" closed; another screen');
  });

  it('types a text, and a password that is masked', async () => {
    const notes = await watchChanges('com.handset.notes/.EditActivity');
    notes.finger.tap('edit_title');
    notes.changes();
    notes.world.typeText('Shopping');
    expect(notes.changes()).toEqual([
      'since snapshot:s1:',
      '~ node_* EditText "" -> "Shopping" @edit_title',
    ]);
    const form = await watchChanges('com.handset.notes/.SignInActivity');
    form.finger.tap('password');
    expect(form.changes()).toEqual([
      'since snapshot:s1: keyboard (probably) opened',
      '~ node_* EditText @password {+focused}',
    ]);
    form.world.typeText('hunter2');
    expect(form.changes()).toEqual([
      'since snapshot:s1:',
      '~ node_* EditText "" -> "•••" @password',
    ]);
  });

  it.each([11, 14] as const)('pulls down the shade in landscape, Android %i', async (android) => {
    const { world, changes } = await watchChanges('com.android.settings/.Settings', android);
    world.rotation = 1;
    changes();
    world.expandNotifications();
    expect(changes()[0]).toMatch(/shade "Notifications" opened/);
    world.expandSettings();
    expect(changes()[0]).toMatch(/shade "Quick settings" opened/);
  });

  it('calculates: the result moves into the formula', async () => {
    const { finger, changes } = await watchChanges('com.android.calculator2/.Calculator');
    for (const key of ['digit_7', 'op_add', 'digit_8']) finger.tap(key);
    changes();
    finger.tap('eq');
    expect(changes()).toEqual([
      'since snapshot:s1:',
      '~ node_* TextView "7+8" -> "15" @formula',
      '~ node_* TextView "15" -> "" @result',
    ]);
  });
});
