import { describe, expect, it } from 'vitest';
import { unknownNames, KnownValues } from './known-values.ts';
import { fieldsOfTool, toolNamed } from './testing/registered-tools.ts';

const app = { packageName: 'com.example.notes', name: 'Notes' };

/** The known values of this tool's form after the phone's apps and permissions were read. */
function knownTo(name: string): KnownValues {
  const tool = toolNamed(name);
  return new KnownValues('values' in tool ? { values: tool.values ?? {} } : {}, {
    tools: {
      appsOf: () => [app],
      readApps: async () => await Promise.resolve([app]),
      permissionsOf: (_, of) => (of === app.packageName ? ['android.permission.CAMERA'] : []),
      readPermissions: async () => {
        await Promise.resolve();
      },
    },
    phone: { info: null, status: { state: 'none' } },
    changedSettings: { names: ['wifi'] },
  });
}

describe('KnownValues', () => {
  it.each([
    ['press_key', 'key', {}, { value: 'VOLUME_UP' }],
    ['open_app', 'package_id', {}, { value: 'com.example.notes', label: 'Notes' }],
    ['set_device', 'only', {}, { value: 'wifi' }],
    ['get_device_logs', 'package_name', {}, { value: 'com.example.notes', label: 'Notes' }],
    [
      'set_permission',
      'permission',
      { package_id: 'com.example.notes' },
      { value: 'android.permission.CAMERA' },
    ],
  ])('offers values of %s for %j with %j', (tool, field, args, value) => {
    expect(knownTo(tool).of(field, args)).toContainEqual(value);
  });

  it('takes an app by its name, too', () => {
    const take = (text: string) =>
      knownTo('open_app').withPackages({ package_id: text, fresh: true });
    expect(take(' notes')).toEqual({ package_id: app.packageName, fresh: true });
    expect(take('Note')).toEqual({ package_id: 'Note', fresh: true });
  });

  it('offers nothing if any text is valid, and no permissions of another app', () => {
    expect(knownTo('set_text').of('text', {})).toEqual([]);
    expect(knownTo('set_permission').of('permission', { package_id: 'com.other' })).toEqual([]);
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
  ])('suggests keys similar to %j', (key, isBeginning, similar) => {
    expect(unknown('press_key', { key })).toEqual([
      { field: 'key', text: key, isBeginning, isPossible: false, similar },
    ]);
  });

  it('finds unknown parameter names and suggests similar ones', () => {
    expect(unknownNames(fieldsOfTool('tap'), { x: 1, fast: true, obsrve: 'none' })).toEqual([
      { name: 'fast', isAny: true, similar: ['x', 'y', 'observe'] },
      { name: 'obsrve', similar: ['observe'], isAny: false },
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
  ])('suggests similar values for an unknown %s in %j, but accepts it', (name, args, similar) => {
    expect(unknown('set_permission', args)).toMatchObject([
      { field: name, isPossible: true, similar },
    ]);
  });

  it.each([
    ['not', true],
    ['com.ex', true],
    ['Notes', false],
    ['calc', false],
  ])('checks whether the app %j may be unfinished', (text, isBeginning) => {
    expect(unknown('open_app', { package_id: text })).toMatchObject([{ isBeginning }]);
  });

  it('accepts any permission of an app whose permissions are not known', () => {
    const [first, ...others] = unknown('set_permission', {
      package_id: 'com.other',
      permission: 'X',
    });
    expect([first?.field, others]).toEqual(['package_id', []]);
  });
});
