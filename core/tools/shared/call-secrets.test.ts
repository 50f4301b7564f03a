import { describe, expect, it } from 'vitest';
import { tools } from '../registry.ts';
import { CallSecrets } from './tool.ts';

function secretsOf(name: string, args: unknown): CallSecrets {
  return new CallSecrets(
    tools.find((tool) => tool.name === name),
    args,
  );
}

describe('the secrets of a call', () => {
  it.each([
    ['set_text', { text: 'hunter2' }, ['hunter2']],
    ['set_text', { text: 4711 }, ['4711']],
    ['input_text', { text: '' }, []],
    ['set_clipboard', { text: 'x', bogus: 'y' }, ['x']],
    ['tap', { text: 'hunter2' }, []],
    ['list_phones', { text: 'hunter2' }, []],
    ['made_up', { text: 'hunter2' }, []],
    ['set_text', 'hunter2', []],
    ['set_text', { __proto__: { text: 'hunter2' } }, []],
  ])('contain the argument of %s if the field is still unknown: %j', (name, args, texts) => {
    expect(secretsOf(name, args).texts).toEqual(texts);
  });

  it('contain the text typed into a password field', () => {
    const secrets = secretsOf('set_text', { text: 'hunter2' });
    secrets.setTargetField({ password: true });
    expect(secrets.texts).toEqual(['hunter2']);
    secrets.setTargetField({ password: false });
    expect(secrets.texts).toEqual([]);
  });

  it('are presumed until the field that the text goes to was seen', () => {
    const secrets = secretsOf('set_text', { text: 'hunter2' });
    expect(secrets.arePresumed).toBe(true);
    secrets.setTargetField({ password: true });
    expect(secrets.arePresumed).toBe(false);
    expect(secretsOf('tap', { x: 1 }).arePresumed).toBe(false);
  });

  it('contain the secrets of the answer, without duplicates', () => {
    const secrets = secretsOf('set_clipboard', { text: 'a' });
    for (const text of ['b', 'a', '', 'b']) secrets.add(text);
    expect(secrets.texts).toEqual(['a', 'b']);
  });
});
