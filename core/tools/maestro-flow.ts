/**
 * Calls as a flow for Maestro. Its commands: https://docs.maestro.dev/reference/commands-available
 * (tapOn, doubleTapOn, longPressOn, inputText, eraseText, pressKey, back, hideKeyboard, swipe,
 * scrollUntilVisible, extendedWaitUntil, waitForAnimationToEnd, launchApp, stopApp, clearState, openLink,
 * setOrientation, setAirplaneMode), as maestro-orchestra's YamlFluentCommand.kt parses them, with the keys
 * of maestro-client's KeyCode.kt and the selectors of YamlElementSelector.kt. What no command does is a
 * comment; so is set_clipboard, since setClipboard fills a clipboard of Maestro's own, not the phone's.
 */
import type { Point } from '../geometry.ts';
import { yamlPattern } from '../selector/locators.ts';
import { parseSelector } from '../selector/parse.ts';
import type { ElementTest, SelectorStep, SelectorTest } from '../selector/selector.ts';
import { appOf, numberIn, startOf, unknownStart, type ScriptStep } from '../script-start.ts';

/** What else the flow says. */
interface FlowInfo {
  /** What the file says of itself; one line each. */
  readonly comments: readonly string[];
  /** The names of the variables that stand in texts as `${NAME}`; anything else in braces is literal. */
  readonly variables: readonly string[];
}

/** The variable with the app's id, where no call names an app. */
const appIdVariable = 'APP_ID';

/** The flow as YAML. */
export function maestroFlow(
  steps: readonly ScriptStep[],
  { comments, variables }: FlowInfo,
): string {
  const app = appOf(steps);
  const start = startOf(steps);
  const head = [
    ...comments,
    ...(app === undefined
      ? [`${appIdVariable} is the app's package name, such as com.example.app.`]
      : []),
    ...(start === undefined ? [unknownStart] : []),
  ];
  const appId = app === undefined ? `\${${appIdVariable}}` : yamlText(app, variables);
  const all = start ? [start, ...steps] : steps;
  const lines = all.flatMap((step, index) => stepLines(step, all[index - 1], variables));
  return [...head.map(comment), `appId: ${appId}`, '---', ...lines, ''].join('\n');
}

function stepLines(
  step: ScriptStep,
  previous: ScriptStep | undefined,
  variables: readonly string[],
): readonly string[] {
  try {
    const commands = toolCommands.get(step.tool)?.(step, { previous, variables });
    if (commands !== undefined) return commands;
  } catch {
    // A selector or a number that Handset itself would refuse.
  }
  const { tool, args, at } = step;
  const lost = comment(`Maestro can't do this: ${tool} ${JSON.stringify(args)}`);
  const command = pressCommands.get(tool);
  // The place is less than the element, and better than nothing.
  return command === undefined || at === null
    ? [lost]
    : [lost, comment('Instead, the place where it was:'), ...atPoint(command, at)];
}

interface FlowContext {
  readonly previous: ScriptStep | undefined;
  readonly variables: readonly string[];
}

/** The commands of one call; undefined where Maestro has none. */
type Commands = (step: ScriptStep, context: FlowContext) => readonly string[] | undefined;

const pressCommands: ReadonlyMap<string, string> = new Map([
  ['click_element', 'tapOn'],
  ['long_click_element', 'longPressOn'],
]);

const pressOn =
  (command: string): Commands =>
  ({ args }, { variables }) => {
    const target = selectorLines(args['selector'], { levels: 2, variables });
    return target && [`- ${command}:`, ...target];
  };

const pressAt =
  (command: string): Commands =>
  ({ args }) =>
    atPoint(command, { x: numberIn(args, 'x'), y: numberIn(args, 'y') });

function atPoint(command: string, { x, y }: Point): readonly string[] {
  return [`- ${command}:`, `    point: '${Math.round(x)},${Math.round(y)}'`];
}

/** What leaves the focus in the field. */
const focusingTools: readonly string[] = ['click_element', 'input_text', 'set_text', 'clear_text'];

/** What leaves the keyboard open, which may cover the next field: Maestro would tap a key. */
const typingTools: readonly string[] = ['input_text', 'set_text', 'clear_text'];

/** Taps the field, unless the call before did. */
function focus(
  { args }: ScriptStep,
  { previous, variables }: FlowContext,
): readonly string[] | undefined {
  const { selector } = args;
  if (selector === undefined && args['element_id'] === undefined) return [];
  const hasFocus = previous !== undefined && focusingTools.includes(previous.tool);
  if (hasFocus && selector !== undefined && previous.args['selector'] === selector) return [];
  const target = selectorLines(selector, { levels: 2, variables });
  const isOpen = previous !== undefined && typingTools.includes(previous.tool);
  return target && [...(isOpen ? ['- hideKeyboard'] : []), '- tapOn:', ...target];
}

/** More letters than a field of a form holds; eraseText deletes 50 without a number. */
const eraseAll = '- eraseText: 500';

const pressKey =
  (key: string): Commands =>
  () => [`- pressKey: ${key}`];

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
const swipeDirections: ReadonlyMap<string, string> = new Map([
  ['down', 'UP'],
  ['up', 'DOWN'],
  ['right', 'LEFT'],
  ['left', 'RIGHT'],
]);

const orientations: ReadonlyMap<string, string> = new Map([
  ['portrait', 'PORTRAIT'],
  ['landscape', 'LANDSCAPE_LEFT'],
]);

const toolCommands: ReadonlyMap<string, Commands> = new Map(
  Object.entries<Commands>({
    click_element: pressOn('tapOn'),
    long_click_element: pressOn('longPressOn'),
    tap: pressAt('tapOn'),
    long_press: pressAt('longPressOn'),
    double_tap: pressAt('doubleTapOn'),
    set_text: (step, context) => {
      const focused = focus(step, context);
      return focused && [...focused, eraseAll, ...typed(step, context)];
    },
    input_text: (step, context) => {
      const focused = focus(step, context);
      return focused && [...focused, ...typed(step, context)];
    },
    clear_text: (step, context) => {
      const focused = focus(step, context);
      return focused && [...focused, eraseAll];
    },
    swipe: ({ args }) => [
      '- swipe:',
      `    start: '${numberIn(args, 'x1')},${numberIn(args, 'y1')}'`,
      `    end: '${numberIn(args, 'x2')},${numberIn(args, 'y2')}'`,
      `    duration: ${numberIn(args, 'duration', 300)}`,
    ],
    scroll: ({ args }) => {
      const direction = swipeDirections.get(String(args['direction']));
      return direction === undefined ? undefined : ['- swipe:', `    direction: ${direction}`];
    },
    scroll_to_element: ({ args }, { variables }) => {
      const target = selectorLines(args['selector'], { levels: 3, variables });
      return target && ['- scrollUntilVisible:', '    element:', ...target];
    },
    press_key: ({ args }) => {
      const key = maestroKeys.get(String(args['key']).toUpperCase());
      const { modifiers } = args;
      const isPlain =
        modifiers === undefined || (Array.isArray(modifiers) && modifiers.length === 0);
      return key === undefined || !isPlain ? undefined : [`- pressKey: ${key}`];
    },
    press_back: () => ['- back'],
    press_home: pressKey('Home'),
    lock_screen: pressKey('Lock'),
    dismiss_keyboard: () => ['- hideKeyboard'],
    open_app: ({ args }, { variables }) => [
      '- launchApp:',
      `    appId: ${yamlText(String(args['package_id']), variables)}`,
      `    stopApp: ${args['fresh'] === true}`,
    ],
    stop_app: ({ args }, { variables }) => [
      `- stopApp: ${yamlText(String(args['package_id']), variables)}`,
    ],
    clear_app_data: ({ args }, { variables }) => [
      `- clearState: ${yamlText(String(args['package_id']), variables)}`,
    ],
    open_link: ({ args }, { variables }) => {
      const { url } = args;
      return typeof url === 'string' ? [`- openLink: ${yamlText(url, variables)}`] : undefined;
    },
    set_device: ({ args }) => {
      const [[name, value] = ['', null], ...others] = Object.entries(args);
      if (others.length > 0) return undefined;
      const orientation = orientations.get(String(value));
      if (name === 'orientation' && orientation) return [`- setOrientation: ${orientation}`];
      if (name !== 'airplane_mode') return undefined;
      return [`- setAirplaneMode: ${value === true ? 'enabled' : 'disabled'}`];
    },
    wait_for_element: ({ args }, { variables }) => {
      const target = conditionLines(args, variables);
      return (
        target && [
          '- extendedWaitUntil:',
          `    ${args['gone'] === true ? 'notVisible' : 'visible'}:`,
          ...target,
          `    timeout: ${numberIn(args, 'timeout', 5_000)}`,
        ]
      );
    },
    wait_for_idle: () => ['- waitForAnimationToEnd'],
  }),
);

function typed({ args }: ScriptStep, { variables }: FlowContext): readonly string[] {
  return [`- inputText: ${yamlText(String(args['text']), variables)}`];
}

/** What wait_for_element waits for. */
function conditionLines(
  args: ScriptStep['args'],
  variables: readonly string[],
): readonly string[] | undefined {
  const { by, value, selector, state = 'visible' } = args;
  const flag = stateFlags.get(String(state));
  if (flag === undefined) return undefined;
  const flags = flag === null ? [] : [`      ${flag}`];
  if (selector !== undefined) {
    const lines = selectorLines(selector, { levels: 3, variables });
    return lines && withoutConflicts([...lines, ...flags.filter((each) => !lines.includes(each))]);
  }
  const field = by === 'resource_id' ? 'id' : 'text';
  if (typeof value !== 'string' || by === 'class_name') return undefined;
  const line = `      ${field}: ${yamlPattern(['', value, ''])}`;
  return [withVariables(line, variables), ...flags];
}

/** The states of wait_for_element as lines of a selector; null for none, as for what is visible. */
const stateFlags: ReadonlyMap<string, string | null> = new Map([
  ['visible', null],
  ['enabled', 'enabled: true'],
  ['disabled', 'enabled: false'],
  ['checked', 'checked: true'],
  ['unchecked', 'checked: false'],
  ['selected', 'selected: true'],
  ['unselected', 'selected: false'],
  ['focused', 'focused: true'],
  ['unfocused', 'focused: false'],
]);

/** The selector in Maestro's terms, indented by so many levels; undefined where it has none for it. Throws for a selector that is wrong. */
function selectorLines(
  selector: unknown,
  { levels, variables }: { readonly levels: number } & Pick<FlowContext, 'variables'>,
): readonly string[] | undefined {
  if (typeof selector !== 'string') return undefined;
  const [alternative, ...others] = parseSelector(selector).alternatives;
  const lines = alternative && others.length === 0 ? chainLines(alternative.steps) : undefined;
  return lines?.map((line) => '  '.repeat(levels) + withVariables(line, variables));
}

function chainLines(steps: readonly SelectorStep[]): readonly string[] | undefined {
  const [last, ...around] = steps.toReversed();
  if (last === undefined || last.relation === 'next-sibling') return undefined;
  const own = testsLines(last.tests);
  if (own === undefined || around.length === 0) return own;
  const outer = chainLines(around.toReversed());
  return outer && [...own, 'childOf:', ...outer.map((line) => `  ${line}`)];
}

/** Undefined where a test has no counterpart, or where nothing but the type names the element. */
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

/** One line, whatever the text holds. */
function comment(text: string): string {
  return `# ${text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')}`;
}
