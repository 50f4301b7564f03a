import { expect, it } from 'vitest';
import { createNodeCanvas } from '#core/demo-phone/testing/node-canvas.ts';
import { Finger } from './android/testing/test-phone.ts';
import { createDemoPhone } from './demo-phone.ts';
import { parseSavedState, type SavedState } from './saved-state.ts';

const canvas = createNodeCanvas();

async function createPhone(savedState?: SavedState) {
  return await createDemoPhone({
    android: 14,
    faults: new Set(),
    latency: 'none',
    canvas,
    ...(savedState && { savedState }),
  });
}

it('brings notes, settings and files to a later phone', async () => {
  const phone = await createPhone();
  const before = phone.signature();
  expect(phone.signature()).toBe(before);
  await phone.runShellCommand('settings put system screen_off_timeout 60000');
  await phone.runShellCommand('mkdir /sdcard/Documents/mine');
  await phone.runShellCommand('echo hello > /sdcard/Documents/mine/a.txt');
  phone.world.systemSwitches.set('dark', true);
  phone.world.startActivity('com.handset.notes/.EditActivity', 'text:Milk and bread');
  new Finger(phone.world).tap('action_save');
  expect(phone.signature()).not.toBe(before);

  const stored: unknown = structuredClone(phone.save());
  const state = parseSavedState(stored);
  expect(state).not.toBeNull();
  const later = await createPhone(state ?? undefined);
  expect(later.save()).toEqual(stored);
  expect(later.save()?.world.apps.get('com.handset.notes')).toMatchObject({
    notes: [{ body: 'Milk and bread' }, ...Array.from({ length: 5 }, () => ({}))],
  });
  expect(later.world.systemSwitches.isOn('dark')).toBe(true);
  const read = await later.runShellCommand(
    'cat /sdcard/Documents/mine/a.txt; settings get system screen_off_timeout',
  );
  expect(read).toBe('hello\n60000\n');
});

it('keeps the newest files, as far as 5 MB go', async () => {
  const phone = await createPhone();
  const make = (name: string, megabytes: number) =>
    phone.runShellCommand(`dd if=/dev/zero of=/sdcard/${name} bs=1000000 count=${megabytes}`);
  await make('large', 6);
  await phone.runShellCommand('echo small > /sdcard/small');
  expect(phone.save()?.files.map(({ path }) => path)).toEqual(['/storage/emulated/0/small']);
});

it.each([null, 7, {}, { world: {}, settings: [], files: [] }])('starts anew with %j', (value) => {
  expect(parseSavedState(value)).toBeNull();
});
