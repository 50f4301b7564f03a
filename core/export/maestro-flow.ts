/**
 * Calls as a flow for Maestro. Its commands: https://docs.maestro.dev/reference/commands-available
 * (tapOn, doubleTapOn, longPressOn, inputText, eraseText, pressKey, back, hideKeyboard, swipe,
 * scrollUntilVisible, extendedWaitUntil, waitForAnimationToEnd, launchApp, stopApp, clearState, openLink,
 * setOrientation, setAirplaneMode), as maestro-orchestra's YamlFluentCommand.kt parses them, with the keys
 * of maestro-client's KeyCode.kt and the selectors of YamlElementSelector.kt. set_clipboard has no
 * counterpart: setClipboard fills a clipboard of Maestro's own, not the phone's.
 */
import type { CallArguments } from '../call.ts';
import type { Point } from '../geometry.ts';
import { yamlPattern } from '../selector/locators.ts';
import { parseSelector } from '../selector/parse.ts';
import type { ElementTest, SelectorStep, SelectorTest } from '../selector/selector.ts';
import {
  headComments,
  numberIn,
  onlySetting,
  scriptLines,
  sliderShare,
  textIn,
  waitCondition,
  type WaitCondition,
  type ScriptInfo,
  type ScriptWriter,
  type WriteStep,
} from './script.ts';
import { appOf, type ScriptStep } from './start.ts';

/** The variable with the app's id, if no call names an app. */
const appIdVariable = 'APP_ID';

/** The flow as YAML. */
export function maestroFlow(
  steps: readonly ScriptStep[],
  { comments, variables }: ScriptInfo,
): string {
  const app = appOf(steps);
  const asksForApp = `${appIdVariable} is the app's package name, such as com.example.app.`;
  const head = headComments(steps, app === undefined ? [...comments, asksForApp] : comments);
  const appId = app === undefined ? `\${${appIdVariable}}` : yamlText(app, variables);
  const lines = scriptLines(steps, new MaestroWriter(variables));
  return [`${head}appId: ${appId}`, '---', ...lines, ''].join('\n');
}

/** What leaves the focus in the field. */
const focusingTools: readonly string[] = ['click_element', 'input_text', 'set_text', 'clear_text'];

/** What leaves the keyboard open, which may cover the next element: Maestro would tap a key. */
const typingTools: readonly string[] = ['input_text', 'set_text', 'clear_text'];

/** More letters than a field of a form holds; eraseText deletes 50 without a number. */
const eraseAll = '- eraseText: 500';

/** The keys of press_key that Maestro has, by their names there. */
const maestroKeys: ReadonlyMap<string, string> = new Map([
  ['ENTER', 'Enter'],
  ['DEL', 'Backspace'],
  ['BACK', 'Back'],
  ['HOME', 'Home'],
  ['VOLUME_UP', 'Volume Up'],
  ['VOLUME_DOWN', 'Volume Down'],
  ['POWER', 'Power'],
  ['TAB', 'Tab'],
  ['ESCAPE', 'Escape'],
]);

/** A swipe goes the other way than what one wants to read. */
const swipeDirections: ReadonlyMap<unknown, string> = new Map([
  ['down', 'UP'],
  ['up', 'DOWN'],
  ['right', 'LEFT'],
  ['left', 'RIGHT'],
]);

const orientations: ReadonlyMap<unknown, string> = new Map([
  ['portrait', 'PORTRAIT'],
  ['landscape', 'LANDSCAPE_LEFT'],
]);

class MaestroWriter implements ScriptWriter {
  readonly program = 'Maestro';
  readonly #variables: readonly string[];

  constructor(variables: readonly string[]) {
    this.#variables = variables;
  }

  readonly tools: ReadonlyMap<string, WriteStep> = new Map(
    Object.entries<WriteStep>({
      click_element: ({ arguments: args }) => this.#onElement('tapOn', args),
      long_click_element: ({ arguments: args }) => this.#onElement('longPressOn', args),
      tap: ({ arguments: args }) => pressAt('tapOn', pointIn(args)),
      long_press: ({ arguments: args }) => pressAt('longPressOn', pointIn(args)),
      double_tap: ({ arguments: args }) => pressAt('doubleTapOn', pointIn(args)),
      set_text: (step, previous) => {
        const share = sliderShare(step);
        if (share !== null) return this.#slider(step, share);
        const focused = this.#focus(step, previous);
        return focused && [...focused, eraseAll, this.#typed(step)];
      },
      input_text: (step, previous) => {
        const focused = this.#focus(step, previous);
        return focused && [...focused, this.#typed(step)];
      },
      clear_text: (step, previous) => {
        const focused = this.#focus(step, previous);
        return focused && [...focused, eraseAll];
      },
      swipe: ({ arguments: args }) => [
        '- swipe:',
        `    start: '${numberIn(args, 'x1')},${numberIn(args, 'y1')}'`,
        `    end: '${numberIn(args, 'x2')},${numberIn(args, 'y2')}'`,
        `    duration: ${numberIn(args, 'duration', 300)}`,
      ],
      scroll: ({ arguments: args }) => {
        const direction = swipeDirections.get(args['direction']);
        return direction === undefined ? undefined : ['- swipe:', `    direction: ${direction}`];
      },
      scroll_to_element: ({ arguments: args }, previous) => {
        const scroll = this.#onElement('scrollUntilVisible', args, 'element');
        return scroll && [...closedKeyboard(previous), ...scroll];
      },
      press_key: ({ arguments: args }) => {
        const key = maestroKeys.get(textIn(args, 'key').toUpperCase());
        const { modifiers = [] } = args;
        const isPlain = Array.isArray(modifiers) && modifiers.length === 0;
        return key === undefined || !isPlain ? undefined : [`- pressKey: ${key}`];
      },
      press_back: () => ['- back'],
      press_home: () => ['- pressKey: Home'],
      lock_screen: () => ['- pressKey: Lock'],
      dismiss_keyboard: () => ['- hideKeyboard'],
      open_app: ({ arguments: args }) => [
        '- launchApp:',
        `    appId: ${this.#text(args, 'package_id')}`,
        `    stopApp: ${args['fresh'] === true}`,
      ],
      stop_app: ({ arguments: args }) => [`- stopApp: ${this.#text(args, 'package_id')}`],
      clear_app_data: ({ arguments: args }) => [`- clearState: ${this.#text(args, 'package_id')}`],
      open_link: ({ arguments: args }) => [`- openLink: ${this.#text(args, 'url')}`],
      set_device: ({ arguments: args }) => {
        const [name, value] = onlySetting(args) ?? [];
        if (name === 'airplane_mode')
          return [`- setAirplaneMode: ${value === true ? 'enabled' : 'disabled'}`];
        const orientation = name === 'orientation' ? orientations.get(value) : undefined;
        return orientation === undefined ? undefined : [`- setOrientation: ${orientation}`];
      },
      wait_for_element: ({ arguments: args }) => this.#wait(args),
      wait_for_idle: () => ['- waitForAnimationToEnd'],
    }),
  );

  press(how: 'click' | 'long click', at: Point): readonly string[] {
    return pressAt(how === 'click' ? 'tapOn' : 'longPressOn', at);
  }

  #text(args: CallArguments, name: string): string {
    return yamlText(textIn(args, name), this.#variables);
  }

  #typed({ arguments: args }: ScriptStep): string {
    return `- inputText: ${this.#text(args, 'text')}`;
  }

  /** The command with the element of the call, which may have a name of its own in it. */
  #onElement(
    command: string,
    { selector }: CallArguments,
    name?: string,
  ): readonly string[] | undefined {
    const element = typeof selector === 'string' ? selectorLines(selector) : undefined;
    return element && this.#command(command, name === undefined ? element : named(name, element));
  }

  #command(name: string, lines: readonly string[]): readonly string[] {
    const written = lines.map((line) => `    ${withVariables(line, this.#variables)}`);
    return [`- ${name}:`, ...written];
  }

  /** Taps the field, unless the call before did. */
  #focus(
    { arguments: args }: ScriptStep,
    previous: ScriptStep | undefined,
  ): readonly string[] | undefined {
    const { selector } = args;
    if (selector === undefined && args['element_id'] === undefined) return [];
    const hasFocus = previous !== undefined && focusingTools.includes(previous.tool);
    if (hasFocus && selector !== undefined && previous.arguments['selector'] === selector)
      return [];
    const tap = this.#onElement('tapOn', args);
    return tap && [...closedKeyboard(previous), ...tap];
  }

  /** Taps a slider at its value: Maestro has no command that sets one. */
  #slider({ arguments: args }: ScriptStep, share: number): readonly string[] | undefined {
    const tap = this.#onElement('tapOn', args);
    return tap && [...tap, `    point: '${Math.round(100 * share)}%,50%'`];
  }

  #wait(args: CallArguments): readonly string[] | undefined {
    const condition = waitCondition(args);
    const { state, isGone, timeoutMs } = condition;
    const element = elementLines(condition);
    const lines =
      state === null ? element : element && [...element, `${state.name}: ${state.value}`];
    const expected = lines && withoutConflicts([...new Set(lines)]);
    return (
      expected &&
      this.#command('extendedWaitUntil', [
        ...named(isGone ? 'notVisible' : 'visible', expected),
        `timeout: ${timeoutMs}`,
      ])
    );
  }
}

function closedKeyboard(previous: ScriptStep | undefined): readonly string[] {
  return previous !== undefined && typingTools.includes(previous.tool) ? ['- hideKeyboard'] : [];
}

function pressAt(command: string, { x, y }: Point): readonly string[] {
  return [`- ${command}:`, `    point: '${Math.round(x)},${Math.round(y)}'`];
}

function pointIn(args: CallArguments): Point {
  return { x: numberIn(args, 'x'), y: numberIn(args, 'y') };
}

function named(name: string, lines: readonly string[]): readonly string[] {
  return [`${name}:`, ...lines.map((line) => `  ${line}`)];
}

/** The element that wait_for_element waits for; undefined if Maestro can't name it. */
function elementLines({ selector, by, value }: WaitCondition): readonly string[] | undefined {
  if (selector !== null) return selectorLines(selector);
  if (by === 'class_name') return undefined;
  return [`${by === 'resource_id' ? 'id' : 'text'}: ${yamlPattern(['', value, ''])}`];
}

/** The selector in Maestro's terms; undefined if it has none for it. Throws for a selector that is wrong. */
function selectorLines(selector: string): readonly string[] | undefined {
  const [alternative, ...others] = parseSelector(selector).alternatives;
  return alternative && others.length === 0 ? chainLines(alternative.steps) : undefined;
}

function chainLines(steps: readonly SelectorStep[]): readonly string[] | undefined {
  const [last, ...around] = steps.toReversed();
  if (last === undefined || last.relation === 'next-sibling') return undefined;
  const own = testsLines(last.tests);
  if (own === undefined || around.length === 0) return own;
  const outer = chainLines(around.toReversed());
  return outer && [...own, 'childOf:', ...outer.map((line) => `  ${line}`)];
}

/** Undefined if a test has no counterpart, or if only the type names the element. */
function testsLines(tests: readonly SelectorTest[]): readonly string[] | undefined {
  // What has an id or a text is found without its type.
  const needed = tests.filter(({ kind }) => kind !== 'type');
  const lines = needed.map(testLines);
  if (lines.length === 0 || lines.some((each) => each === undefined)) return undefined;
  return withoutConflicts(lines.flatMap((each) => each ?? []));
}

/** The lines; undefined where one name would have two values, as with a text and a description. */
function withoutConflicts(lines: readonly string[]): readonly string[] | undefined {
  const names = lines.map((line) => /^ *\w+:/.exec(line)?.[0] ?? line);
  return new Set(names).size === names.length ? lines : undefined;
}

function testLines(test: SelectorTest): readonly string[] | undefined {
  switch (test.kind) {
    case 'name':
      return [`id: ${yamlPattern([test.name.slice(test.name.lastIndexOf('/') + 1)])}`];
    case 'id':
      return [`id: ${yamlPattern(['', test.part, ''])}`];
    case 'text':
    case 'desc':
      return [`text: ${yamlPattern(test.pattern.pieces)}`];
    case 'contains':
      return [`text: ${yamlPattern(['', ...test.pattern.pieces, ''])}`];
    case 'attribute':
      return attributeLines(test);
    case 'index':
      return [`index: ${test.index}`];
    case 'has': {
      const inner = test.alternatives.map(({ steps }) => chainLines(steps.map(asAnywhere)));
      if (inner.some((lines) => lines === undefined) || inner.length !== 1) return undefined;
      const [first = '', ...rest] = inner.flatMap((lines) => lines ?? []);
      return ['containsDescendants:', `  - ${first}`, ...rest.map((line) => `    ${line}`)];
    }
    case 'type':
    case 'path':
    case 'near':
      return undefined;
  }
}

function asAnywhere({ tests }: { readonly tests: readonly ElementTest[] }): SelectorStep {
  return { relation: 'anywhere', tests };
}

function attributeLines({
  name,
  value,
}: Extract<SelectorTest, { kind: 'attribute' }>): readonly string[] | undefined {
  switch (name) {
    case 'checked':
    case 'selected':
    case 'focused':
    case 'enabled':
      return [`${name}: ${value}`];
    case 'disabled':
      return [`enabled: ${!value}`];
    default:
      return undefined;
  }
}

/** A line with a pattern, in which the variables are read again; their texts are no patterns. */
function withVariables(line: string, variables: readonly string[]): string {
  // As yamlPattern has escaped them; in double quotes with two backslashes.
  const read = line.replace(/(\\{1,2})\$\1\{(\w+)\1\}/g, (part, slash: string, name: string) =>
    variables.includes(name) ? `${slash}Q\${${name}}${slash}E` : part,
  );
  // Maestro takes all up to the last brace for JavaScript (Env.kt).
  return read === line ? line : read.replace(/(\\{1,2})\}/g, '$1x7D');
}

/** A text as a YAML string that Maestro takes literally but for the variables. */
function yamlText(text: string, variables: readonly string[]): string {
  const isVariable = (name: string): boolean => variables.includes(name);
  // A backslash keeps Maestro from running what stands in the braces as JavaScript.
  // It does so only up to a brace without another `$` before it (Env.kt); elsewhere it would type the backslash.
  const literal = text.replace(/\$\{([^$}]*)\}/g, (part, name: string) =>
    isVariable(name) ? part : `\\${part}`,
  );
  // It takes a variable up to the last brace before another `$`: braces behind it are written as JavaScript.
  const written = literal.replace(
    /(\$\{(\w+)\})([^$]*)/g,
    (part, variable: string, name: string, rest: string) =>
      isVariable(name) ? variable + rest.replaceAll('}', "${'\\x7D'}") : part,
  );
  // YAML reads JSON strings.
  return JSON.stringify(written);
}
