import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findTool, tools } from './registry.ts';

const names = tools.map(({ name }) => name);

describe('the registry', () => {
  it('has 34 tools, each under a name of its own', () => {
    expect(names).toHaveLength(34);
    expect(new Set(names).size).toBe(34);
    expect(names.filter((name) => !/^[a-z]+(_[a-z]+)*$/.test(name))).toEqual([]);
  });

  it('stands in a folder whose other files are the tools, each under its name', () => {
    const files = readdirSync(import.meta.dirname, { withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.test\.ts$/.test(entry.name))
      .map(({ name }) => name);
    const toolFiles = names.map((name) => `${name.replaceAll('_', '-')}.ts`);
    expect(files.sort()).toEqual([...toolFiles, 'registry.ts'].sort());
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
