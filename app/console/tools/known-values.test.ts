import { describe, expect, it } from 'vitest';
import { tools } from '#core/tools/registry.ts';
import { KnownValues } from './known-values.ts';
import { fieldsOfTool, toolNamed } from './testing/registered-tools.ts';

const app = { packageName: 'com.example.notes', name: 'Notes' };

/** What the form of this tool knows, once the phone's apps are read. */
function knownTo(name: string): KnownValues {
  const tool = toolNamed(name);
  return new KnownValues('values' in tool ? tool : {}, {
    tools: { appsOf: () => [app], readApps: async () => await Promise.resolve([app]) },
    policy: { tools },
    phone: { info: null, status: { state: 'none' } },
  });
}

describe('KnownValues', () => {
  it.each([
    ['press_key', 'key', { value: 'VOLUME_UP' }],
    ['run_steps', 'tool', { value: 'tap', label: 'Tap' }],
    ['open_app', 'package_id', { value: 'com.example.notes', label: 'Notes' }],
    ['get_device_logs', 'package_name', { value: 'com.example.notes', label: 'Notes' }],
  ])('offers for %s its %s', (tool, field, value) => {
    expect(knownTo(tool).of(field)).toContainEqual(value);
  });

  it('offers nothing where any text will do', () => {
    expect(knownTo('set_text').of('text')).toEqual([]);
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
      { path: ['key'], field: 'key', text: key, isBeginning, similar },
    ]);
  });

  it('finds a misspelt tool in a step', () => {
    const steps = [{ tool: 'tap' }, { tool: 'tapp' }, { tool: 7 }];
    const [found, ...others] = unknown('run_steps', { steps });
    expect(found).toMatchObject({ path: ['steps', 1, 'tool'], isBeginning: false });
    expect(found?.similar).toEqual(['tap']);
    expect(others).toEqual([]);
  });

  it('takes any app for one that may be installed', () => {
    expect(unknown('open_app', { package_id: 'Calc' })).toEqual([]);
  });
});
