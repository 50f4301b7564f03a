import { describe, expect, it } from 'vitest';
import { membersOf } from '../../ui/json.ts';
import { fieldsOf } from './form-fields.ts';
import { unknownNames, KnownValues } from './known-values.ts';
import { fieldsOfTool, registeredTools } from './testing/registered-tools.ts';

const app = { packageName: 'com.example.notes', name: 'Notes' };

/** What the form of this tool knows, once the phone's apps and their permissions are read. */
function knownTo(name: string): KnownValues {
  const infos = registeredTools.map(({ tool, schema }) => ({
    name: tool.name,
    title: tool.title,
    inputSchema: membersOf(schema),
    needsPhone: tool.at !== 'directory',
    ...('values' in tool && { values: tool.values }),
  }));
  const info = infos.find((each) => each.name === name);
  if (info === undefined) throw new Error(`There is no tool ${name}.`);
  return new KnownValues(info, {
    tools: {
      appsOf: () => [app],
      readApps: async () => await Promise.resolve([app]),
      permissionsOf: (_, of) => (of === app.packageName ? ['android.permission.CAMERA'] : []),
      readPermissions: async () => {
        await Promise.resolve();
      },
    },
    policy: { tools: infos },
    phone: { info: null, status: { state: 'none' } },
  });
}

describe('KnownValues', () => {
  it.each([
    ['press_key', ['key'], {}, { value: 'VOLUME_UP' }],
    ['run_steps', ['steps', 0, 'tool'], {}, { value: 'tap', label: 'Tap' }],
    ['open_app', ['package_id'], {}, { value: 'com.example.notes', label: 'Notes' }],
    ['get_device_logs', ['package_name'], {}, { value: 'com.example.notes', label: 'Notes' }],
    [
      'set_permission',
      ['permission'],
      { package_id: 'com.example.notes' },
      { value: 'android.permission.CAMERA' },
    ],
    [
      'run_steps',
      ['steps', 1, 'arguments', 'key'],
      { steps: [{ tool: 'tap' }, { tool: 'press_key', arguments: {} }] },
      { value: 'VOLUME_UP' },
    ],
  ])('offers for %s at %j beside %j', (tool, path, args, value) => {
    expect(knownTo(tool).of(path, args)).toContainEqual(value);
  });

  it('offers nothing where any text will do, and no permission of another app', () => {
    expect(knownTo('set_text').of(['text'], {})).toEqual([]);
    expect(knownTo('set_permission').of(['permission'], { package_id: 'com.other' })).toEqual([]);
  });

  it('offers only the tools that can be steps', () => {
    const offered = knownTo('run_steps').of(['steps', 0, 'tool'], {});
    const names = offered.map(({ value }) => value);
    for (const name of ['run_steps', 'list_phones']) expect(names).not.toContain(name);
  });
});

describe('unknownTexts', () => {
  const unknown = (tool: string, args: { readonly [name: string]: unknown }) =>
    knownTo(tool).unknownTexts(fieldsOfTool(tool), args);

  it.each(['VOLUME_UP', 'volume_up', ''])('accepts the key %j', (key) => {
    expect(unknown('press_key', { key })).toEqual([]);
  });

  it.each([
    ['vol', true, ['VOLUME_UP', 'VOLUME_DOWN', 'VOLUME_MUTE']],
    ['ENTRE', false, ['ENTER']],
    ['zzz', false, []],
  ])('names the keys that %j may mean', (key, isBeginning, similar) => {
    expect(unknown('press_key', { key })).toEqual([
      { path: ['key'], field: 'key', text: key, isBeginning, isPossible: false, similar },
    ]);
  });

  it('finds a misspelt tool in a step', () => {
    const steps = [{ tool: 'tap' }, { tool: 'tapp' }, { tool: 7 }];
    const [found, ...others] = unknown('run_steps', { steps });
    expect(found).toMatchObject({ path: ['steps', 1, 'tool'], isBeginning: false });
    expect(found?.similar).toEqual(['tap']);
    expect(others).toEqual([]);
  });

  it('finds names that no parameter has, with those that may be meant', () => {
    const known = knownTo('run_steps');
    const schema = registeredTools.find(({ tool }) => tool.name === 'run_steps')?.schema;
    const fields = fieldsOf(schema, (name) => known.fieldsOfStep(name));
    const steps = [
      { tool: 'tap', arguments: { x: 1, y: 2, fast: true } },
      { tool: 'gone', a: 1 },
    ];
    expect(unknownNames(fields, { steps, obsrve: 'none' })).toEqual([
      {
        path: ['steps', 0, 'arguments'],
        name: 'fast',
        isAny: true,
        similar: ['x', 'y', 'observe'],
      },
      { path: ['steps', 1], name: 'a', similar: ['arguments'], isAny: false },
      { path: [], name: 'obsrve', similar: ['observe'], isAny: false },
    ]);
  });

  it('finds a misspelt key in the arguments of a step', () => {
    const known = knownTo('run_steps');
    const schema = registeredTools.find(({ tool }) => tool.name === 'run_steps')?.schema;
    const fields = fieldsOf(schema, (name) => known.fieldsOfStep(name));
    const steps = [{ tool: 'press_key', arguments: { key: 'ENTRE' } }];
    expect(known.unknownTexts(fields, { steps })).toMatchObject([
      { path: ['steps', 0, 'arguments', 'key'], similar: ['ENTER'] },
    ]);
  });

  it.each([
    ['package_id', { package_id: 'com.exmple.notes' }, ['com.example.notes']],
    ['package_id', { package_id: 'Notes' }, ['com.example.notes']],
    ['package_id', { package_id: 'com.nope' }, []],
    [
      'permission',
      { package_id: app.packageName, permission: 'CAMRA' },
      ['android.permission.CAMERA'],
    ],
  ])(
    'says of a strange %s in %j what it may mean, and leaves it possible',
    (name, args, similar) => {
      expect(unknown('set_permission', args)).toMatchObject([
        { path: [name], isPossible: true, similar },
      ]);
    },
  );

  it.each([
    ['not', true],
    ['com.ex', true],
    ['Notes', false],
    ['calc', false],
  ])('tells whether the app %j may only be unfinished', (text, isBeginning) => {
    expect(unknown('open_app', { package_id: text })).toMatchObject([{ isBeginning }]);
  });

  it('takes any permission of an app whose permissions are not known', () => {
    const [first, ...others] = unknown('set_permission', {
      package_id: 'com.other',
      permission: 'X',
    });
    expect([first?.field, others]).toEqual(['package_id', []]);
  });
});
