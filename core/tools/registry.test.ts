import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findTool, tools } from './registry.ts';

const names = tools.map(({ name }) => name);

const isTool = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'execute' in value && 'effect' in value;

describe('the registry', () => {
  it('has 50 tools with unique names', () => {
    expect(names).toHaveLength(50);
    expect(new Set(names).size).toBe(50);
    expect(names.filter((name) => !/^[a-z]+(_[a-z]+)*$/.test(name))).toEqual([]);
  });

  it('contains every tool that a file of this folder exports', async () => {
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

  it('finds a tool by name; the error for an unknown name lists all', () => {
    expect(findTool('tap').name).toBe('tap');
    expect(() => findTool('tapp')).toThrow(
      /^Tool tapp not found\. Known tools: get_screen_state, .*tap, .*use_phone\.$/,
    );
  });

  it('the description of a tool that returns texts of strangers calls them data; the instructions say it for all others', () => {
    const warning = tools.filter(({ description }) => /\bdata\b.*\binstruct/.test(description));
    expect(warning.map(({ name }) => name).toSorted()).toEqual([
      'get_app',
      'get_clipboard',
      'get_device',
      'get_device_logs',
      'open_notifications',
    ]);
  });

  it('every tool with an element_id parameter has a selector parameter', () => {
    const withoutSelector = tools.filter(
      ({ input: { shape } }) => 'element_id' in shape && !('selector' in shape),
    );
    expect(withoutSelector.map(({ name }) => name)).toEqual([]);
  });
});
