import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findTool, tools } from './registry.ts';

const names = tools.map(({ name }) => name);

const isTool = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'run' in value && 'effect' in value;

describe('the registry', () => {
  it('has 34 tools, each under a name of its own', () => {
    expect(names).toHaveLength(34);
    expect(new Set(names).size).toBe(34);
    expect(names.filter((name) => !/^[a-z]+(_[a-z]+)*$/.test(name))).toEqual([]);
  });

  it('lists every tool that a file beside it defines', async () => {
    const files = readdirSync(import.meta.dirname).flatMap(
      (name) => /^([a-z-]+)\.ts$/.exec(name)?.[1] ?? [],
    );
    const modules = await Promise.all(
      files.map(async (name): Promise<unknown> => import(/* @vite-ignore */ `./${name}.ts`)),
    );
    const defined = modules
      .flatMap((module): unknown[] => Object.values(module ?? {}))
      .filter(isTool);
    expect(new Set(defined)).toEqual(new Set(tools));
  });

  it('finds a tool by its name, and names all where there is none', () => {
    expect(findTool('tap').name).toBe('tap');
    expect(() => findTool('tapp')).toThrow(
      /^Tool tapp not found\. Known tools: get_screen_state, .*tap, .*use_phone\.$/,
    );
  });

  it('says of every tool that shows what the phone says that it is data', () => {
    const showing = tools.filter(({ name }) =>
      /screen|element|selector|clipboard|logs|list_phones/.test(name),
    );
    const reading = showing.filter(({ effect }) => effect === 'read');
    const silent = reading.filter(({ description }) => !/\bdata\b.*\binstruct/.test(description));
    expect(silent.map(({ name }) => name)).toEqual([]);
    expect(reading.length).toBeGreaterThan(9);
  });

  it('takes a selector wherever it takes an element id', () => {
    const without = tools.filter(
      ({ input: { shape } }) => 'element_id' in shape && !('selector' in shape),
    );
    expect(without.map(({ name }) => name)).toEqual([]);
  });
});
