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
  await phone.runShellCommand(`echo ${'x'.repeat(100_000)} > /sdcard/large`);
  for (let doublings = 0; doublings < 6; doublings += 2)
    await phone.runShellCommand(
      'cd /sdcard; cat large large > twice; cat twice twice > large; rm twice',
    );
  await phone.runShellCommand('echo small > /sdcard/small');
  await phone.runShellCommand('rm /sdcard/Music/*');
  expect(await phone.runShellCommand('ls -l /sdcard/large')).toContain(' 6400064 ');
  const kept = phone.save();
  const paths = kept?.files.map(({ path }) => path.replace('/storage/emulated/0/', '')) ?? [];
  expect([paths[0], paths.includes('large')]).toEqual(['small', false]);
  expect(paths).toContain('DCIM/Camera/IMG_20261119_174512.jpg');
  const later = await createPhone(kept ?? undefined);
  expect(await later.runShellCommand('ls /sdcard/Music /sdcard/Documents')).toBe(
    '/sdcard/Music:\n/sdcard/Documents:\nExpenses 2026.csv\nPacking list.txt\n',
  );
});

it.each([null, 7, {}, { world: {}, settings: [], files: [] }])('starts anew with %j', (value) => {
  expect(parseSavedState(value)).toBeNull();
});
