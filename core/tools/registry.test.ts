import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findTool, tools } from './registry.ts';

const names = tools.map(({ name }) => name);

/** The tools of the specification, by its groups. */
const specifiedTools = [
  ...['get_screen_state'],
  ...['press_back', 'press_home', 'press_recents'],
  ...['open_notifications', 'open_quick_settings', 'get_device_logs'],
  ...['tap', 'long_press', 'double_tap', 'swipe', 'scroll'],
  ...['pinch', 'custom_gesture'],
  ...['find_elements', 'click_element', 'long_click_element', 'set_text', 'scroll_to_element'],
  ...['input_text', 'clear_text', 'press_key'],
  ...['get_clipboard', 'set_clipboard'],
  ...['wait_for_element', 'wait_for_idle', 'get_element_details'],
];
/** What most tasks need beside them. */
const addedTools = [
  ...['list_apps', 'open_app', 'open_link', 'run_steps'],
  ...['get_screen_tree', 'summarize_screen', 'diff_screen'],
  ...['query_elements', 'suggest_selectors'],
  ...['list_phones', 'use_phone'],
];

const isTool = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'execute' in value && 'effect' in value;

describe('the registry', () => {
  it('names each tool once, in lower case', () => {
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !/^[a-z]+(_[a-z]+)*$/.test(name))).toEqual([]);
  });

  it('offers these tools by default', () => {
    const offered = tools.filter(({ onlyWithAllTools }) => onlyWithAllTools !== true);
    expect(specifiedTools).toHaveLength(27);
    expect(new Set(offered.map(({ name }) => name))).toEqual(
      new Set([...specifiedTools, ...addedTools]),
    );
  });

  it('tells clients which acting tools lose nothing and which send nothing out of the phone', () => {
    const acting = tools.filter(({ effect }) => effect === 'act');
    const namesOf = (hint: 'destructive' | 'openWorld'): string[] =>
      acting.filter(({ hints }) => hints?.[hint] === false).map(({ name }) => name);
    const moves = [
      ...['scroll', 'scroll_to_element', 'press_home', 'press_recents', 'dismiss_keyboard'],
      ...['open_notifications', 'open_quick_settings', 'wake_screen', 'lock_screen'],
    ];
    const copies = ['send_file', 'fetch_file'];
    expect(new Set(namesOf('destructive'))).toEqual(new Set([...moves, ...copies]));
    const inside = [
      'press_back',
      'clear_text',
      'set_clipboard',
      'set_device',
      'set_permission',
      'send_file',
    ];
    const apps = [
      'dismiss_notification',
      'install_app',
      'stop_app',
      'clear_app_data',
      'uninstall_app',
    ];
    expect(new Set(namesOf('openWorld'))).toEqual(new Set([...moves, ...inside, ...apps]));
  });

  it('says in the description of each risky tool that the call waits for the user', () => {
    const risky = tools.filter((tool) => 'risk' in tool);
    expect(risky.length).toBeGreaterThan(5);
    for (const { name, description } of risky)
      expect(description, name).toMatch(
        /the user is asked first, and the call waits for the answer/i,
      );
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

  it('finds a tool by name; the error for an unknown name names the nearest, or lists all', () => {
    expect(findTool('tap').name).toBe('tap');
    expect(() => findTool('fly')).toThrow(
      /^Tool fly not found\. Known tools: get_screen_state, .*tap, .*use_phone\.$/,
    );
    const nearest = [
      ['tapp', 'tap'],
      ['clik_element', 'click_element'],
      ['get_screen', 'get_screen_tree'],
    ] as const;
    for (const [wrong, right] of nearest)
      expect(() => findTool(wrong)).toThrow(`Tool ${wrong} not found. Did you mean ${right}?`);
  });

  it('the description of a tool that returns texts of strangers calls them data; the instructions say it for all others', () => {
    const warning = tools.filter(({ description }) => /\bdata\b.*\binstruct/.test(description));
    expect(warning.map(({ name }) => name).toSorted()).toEqual([
      'fetch_file',
      'get_app',
      'get_clipboard',
      'get_device_logs',
      'list_files',
      'list_notifications',
      'open_notifications',
      'run_shell',
    ]);
  });

  it('no tool that can return the new screen advises to read it by another call', () => {
    const advising = tools.filter(
      ({ input, description }) =>
        'observe' in input.shape && /\bget_screen_state\b/.test(description),
    );
    expect(advising.map(({ name }) => name)).toEqual([]);
  });

  it('every tool with an element_id parameter has a selector parameter', () => {
    const withoutSelector = tools.filter(
      ({ input: { shape } }) => 'element_id' in shape && !('selector' in shape),
    );
    expect(withoutSelector.map(({ name }) => name)).toEqual([]);
  });
});
