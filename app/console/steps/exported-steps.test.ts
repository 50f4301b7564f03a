/** Parses exported files with the parsers of the programs that run them: Python and YAML. */
import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import type { Json } from '#app/ui/json.ts';
import type { Step } from '#core/call.ts';
import { maskedText } from '#core/link/call.ts';
import { exportSteps } from '#core/export/export-steps.ts';
import { tools } from '#core/tools/registry.ts';
import { newStepFacts } from './recorded-steps.ts';
import { makeStepFile, type StepFormat } from './step-file.ts';

async function fileOf(format: StepFormat, steps: readonly Step[]): Promise<string> {
  const { text } = await makeStepFile({
    format,
    steps,
    phone: 'Pixel 8',
    // As the worker does.
    makeScript: (request) => Promise.resolve(exportSteps(request)),
    fileName: 'steps',
    madeAtEpochMs: 0,
  });
  return text;
}

const step = (tool: string, args: Record<string, Json> = {}): Step => ({
  ...newStepFacts,
  tool,
  arguments: args,
});

const texts = [
  'Milk',
  'hunter2',
  'my hunter2} {and} ${HANDSET_TEXT_1}',
  `${maskedText}}`,
  '*/ `${x}` \\ "\'\'\' """ \u2028\u0000\ud800',
  '- a: &b !!c\n---\n{{ d }}: #',
  ':text("hunter2*}")',
  '@com.example:id/ok',
  'portrait',
  'constructor',
  'ENTER',
  'text',
  'up',
];
const numbers = [0, 540, -1.5, 1e308, Infinity];
const values = fc.oneof(
  fc.constantFrom<Json>(...texts, ...numbers, null, true, [], ['ctrl'], { a: [{}] }),
  fc.string({ unit: 'binary' }),
);
const parameters = [
  ...new Set(tools.flatMap(({ input }) => Object.keys(input.shape))),
  ...['__proto__', 'toString', ''],
];
const toolNames = [
  ...tools.map(({ name }) => name),
  ...['constructor', 'toString', '__proto__', 'hasOwnProperty', 'a\nb'],
];
const anyStep = fc
  .record({
    tool: fc.constantFrom(...toolNames),
    args: fc.dictionary(fc.constantFrom(...parameters), values, { maxKeys: 6 }),
    at: fc.option(fc.record({ x: fc.nat(), y: fc.double({ min: -9, max: 9 }) })),
  })
  .map(({ tool, args, at }) => ({ ...step(tool, args), touchedAt: at }));

/** Each tool alone, with no arguments and with typical ones, and random mixtures of unusual steps. */
const lists: readonly (readonly Step[])[] = [
  [],
  ...toolNames.flatMap((tool) => [
    [step(tool)],
    [step(tool, { selector: '@ok', text: 'a', key: 'ENTER', package_id: 'a.b', x: 1, y: 2 })],
    [step(tool, { selector: 'SeekBar', text: '30%' })],
  ]),
  ...fc.sample(fc.array(anyStep, { maxLength: 6 }), { numRuns: 1_500, seed: 1 }),
];

const python = spawnSync('python3', ['--version']).status === 0;

/** Prints the first file that Python can't parse, else all names that the files use. */
const readNames = `
import ast, json, sys
names = set()
for script in json.load(sys.stdin):
    try:
        names.update(node.id for node in ast.walk(ast.parse(script)) if isinstance(node, ast.Name))
    except (SyntaxError, ValueError) as error:
        print(json.dumps({"error": str(error), "script": script}))
        break
else:
    print(json.dumps({"names": sorted(names)}))
`;

describe('exported steps', () => {
  it.skipIf(!python)('are Python, if Python 3 is installed', async () => {
    const input = JSON.stringify(await Promise.all(lists.map((each) => fileOf('appium', each))));
    const { stdout, stderr } = spawnSync('python3', ['-c', readNames], {
      input,
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    });
    expect(stderr).toBe('');
    const libraries = ['AppiumBy', 'By', 'EC', 'TimeoutException', 'UiAutomator2Options'];
    const modules = ['WebDriverWait', 'os', 'pytest', 'round', 'webdriver'];
    const functions = ['appears', 'disappears', 'find', 'xpath_text'];
    const own = ['by', 'driver', 'element', 'field', 'options', 'part', 'parts', 'seconds'];
    const { names, ...error } = JSON.parse(stdout) as { names?: string[] }; // As printed above.
    expect(error).toEqual({});
    const known = [...libraries, ...modules, ...functions, ...own, 'server', 'text', 'value'];
    expect(names?.filter((name) => !known.includes(name))).toEqual([]);
  });

  it('are a flow for Maestro', async () => {
    const commands = new Set<string>();
    for (const list of lists) {
      const yaml = await fileOf('maestro', list);
      const documents = parseAllDocuments(yaml);
      const all = Array.isArray(documents) ? documents : [];
      expect([all.length, ...all.flatMap(({ errors }) => errors)], yaml).toEqual([2]);
      const flow: unknown = all[1]?.toJS() ?? [];
      expect(Array.isArray(flow), yaml).toBe(true);
      for (const each of Array.isArray(flow) ? (flow as unknown[]) : []) {
        const named = typeof each === 'string' ? [each] : Object.keys(each ?? {});
        expect(named, yaml).toHaveLength(1);
        commands.add(named[0] ?? '');
        expect(JSON.stringify(each), yaml).not.toMatch(/NaN|Infinity|native code|\[object/);
      }
    }
    const odd = [...commands].filter((name) => !/^[a-z][A-Za-z]+$/.test(name));
    expect(odd).toEqual([]);
  });
});
