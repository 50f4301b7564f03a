import { beforeEach, describe, expect, it } from 'vitest';
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import { parseReaderScreen } from '#core/commands/element-reader.ts';
import { parseHierarchy } from '#core/screen/parse.ts';
import { type Element, type Hierarchy, walk } from '#core/screen/screen.ts';
import { androidVersions } from '../options.ts';
import { bootPhone, type PhoneShell } from '../testing/phone-shell.ts';
import type { World } from '../world.ts';

useDrivenClock();

const line = 'CLASSPATH=/data/local/tmp/reader.dex app_process / handset.ElementReader';

let phone: PhoneShell;

async function boot(options: Parameters<typeof bootPhone>[0] = {}): Promise<World> {
  phone = await bootPhone(options);
  phone.system.files.write('/data/local/tmp/reader.dex', new TextEncoder().encode('dex\n039'));
  return phone.system.world;
}

async function rowsOf(request: string): Promise<string[]> {
  return (await phone.run(line, { stdin: `${request}\n` })).out.trimEnd().split('\n');
}

async function readByReader(): Promise<Hierarchy> {
  const [ready, ...rows] = await rowsOf('read 1 0 0');
  expect(ready).toMatch(/^ready\t4\t\d+$/);
  expect(rows.pop()).toBe('end\t1');
  return parseReaderScreen(rows).hierarchy;
}

async function readByDump(): Promise<Hierarchy> {
  await phone.run('uiautomator dump /data/local/tmp/x.xml');
  return parseHierarchy((await phone.run('cat /data/local/tmp/x.xml')).bytes);
}

/** All that a dump tells of an element. It lacks hints in older versions, and so cannot tell some of a password's. */
function told({ children: _children, hint: _hint, ...element }: Element) {
  const facts = { stateDescription: '', error: '', heading: false, position: '' };
  return { ...element, ...facts, ...(element.password && { text: '' }) };
}

async function expectSameElements(name: string): Promise<void> {
  const read = await readByReader();
  const dumped = await readByDump();
  expect(read.rotation, name).toBe(dumped.rotation);
  expect([...walk(read.roots)].map(told), name).toEqual([...walk(dumped.roots)].map(told));
}

it('tells the places in a list, and headings', async () => {
  const world = await boot();
  world.startActivity('com.android.settings/.Settings');
  const settings = [...walk((await readByReader()).roots)];
  const positions = settings.map(({ position }) => position).filter((position) => position !== '');
  expect(positions[0]).toMatch(/^row 1 of \d+$/);
  expect(new Set(positions).size).toBe(positions.length);
  world.startActivity('com.handset.notes/.SignInActivity');
  const headings = [...walk((await readByReader()).roots)].filter(({ heading }) => heading);
  expect(headings.map(({ text }) => text)).toEqual(['Sign in']);
});

describe.each(androidVersions)('rows and dump hold the same elements, Android %i', (android) => {
  let world: World;
  beforeEach(async () => {
    world = await boot({ android });
  });

  it('of every app, with what each of its elements opens', async () => {
    const seen = new Set<string>();
    for (const { name } of world.packages()) {
      const component = world.launchActivity(name);
      if (component === undefined) continue;
      world.startActivity(component);
      const opened = [...walk((await readByDump()).roots)].filter(({ clickable }) => clickable);
      for (const element of [null, ...opened]) {
        world.forceStop(name);
        world.startActivity(component);
        if (element) tap(world, element);
        const screen = JSON.stringify(world.hierarchy());
        if (seen.has(screen)) continue;
        seen.add(screen);
        await expectSameElements(`${name} ${element?.text ?? ''}`);
      }
    }
    expect(seen.size).toBeGreaterThan(40);
  });

  it('of the panels, of the home screen and of the recent apps, in both orientations', async () => {
    const states: readonly (readonly [string, () => void])[] = [
      ['home', () => world.pressKey(3)],
      ['notifications', () => world.expandNotifications()],
      ['quick settings', () => world.expandSettings()],
      ['home again', () => world.collapsePanels()],
      ['recent apps', () => world.pressKey(187)],
    ];
    for (const rotation of [0, 1] as const) {
      world.rotation = rotation;
      for (const [name, show] of states) {
        show();
        await expectSameElements(`${name} ${rotation}`);
      }
    }
  });
});

it('shows the keyboard as one row', async () => {
  const world = await boot();
  world.startActivity('com.handset.notes/.EditActivity');
  const field = [...walk((await readByDump()).roots)].find(({ editable }) => editable);
  if (field) tap(world, field);
  const keyboard = (await rowsOf('read 1 0 0')).find((row) => row.startsWith('window\tkeyboard'));
  const { left, top, right, bottom } =
    world.windows().find(({ kind }) => kind === 'ime')?.bounds ?? {};
  expect(keyboard).toBe(`window\tkeyboard\t2\t${[left, top, right, bottom].join('\t')}`);
});

function tap(world: World, { bounds }: Element): void {
  const at = { x: (bounds.left + bounds.right) >> 1, y: (bounds.top + bounds.bottom) >> 1 };
  world.injectGesture([
    { ...at, timeMs: 0 },
    { ...at, timeMs: 30 },
  ]);
}
