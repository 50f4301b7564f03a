/**
 * Calls as a Python script for Appium (Appium-Python-Client 5, UiAutomator2 driver). Its commands:
 * https://github.com/appium/python-client and the `mobile:` gestures and commands of
 * https://github.com/appium/appium-uiautomator2-driver. What none of them does is a comment.
 */
import type { Point } from '../geometry.ts';
import { parseSelector } from '../selector/parse.ts';
import type { AttributeTest, SelectorStep, SelectorTest } from '../selector/selector.ts';
import { keyCodes, keyNamed } from '../input/keys.ts';
import { PythonWriter, pythonString, xpathFunction, xpathOf, xpathText } from './python-text.ts';
import { numberIn, startOf, unknownStart, type ScriptStep } from '../script-start.ts';

/** What else the script says. */
interface ScriptInfo {
  /** What the file says of itself; one line each. */
  readonly comments: readonly string[];
  /** The names of the environment variables that stand in texts as `${NAME}`. */
  readonly variables: readonly string[];
}

/** The script. */
export function appiumScript(
  steps: readonly ScriptStep[],
  { comments, variables }: ScriptInfo,
): string {
  const start = startOf(steps);
  const lines = [...(start ? [start] : []), ...steps].flatMap((step) => stepLines(step, variables));
  // Comments alone are no block.
  const body = lines.every((line) => line.startsWith('#')) ? [...lines, 'pass'] : lines;
  const head = start === undefined ? [...comments, unknownStart] : comments;
  return `${head.map(comment).join('\n')}
import os

from appium import webdriver
from appium.options.android import UiAutomator2Options
from appium.webdriver.common.appiumby import AppiumBy
from selenium.webdriver.support import expected_conditions as EC
from selenium.webdriver.support.ui import WebDriverWait

options = UiAutomator2Options()
options.no_reset = True
server = os.environ.get("APPIUM_SERVER", "http://127.0.0.1:4723")
driver = webdriver.Remote(server, options=options)


def wait(by, value, seconds=5):
    return WebDriverWait(driver, seconds).until(EC.presence_of_element_located((by, value)))

${lines.some((line) => line.includes(xpathOf)) ? `\n${xpathFunction}` : ''}
try:
${body.map((line) => `    ${line}`).join('\n')}
finally:
    driver.quit()
`;
}

function stepLines(step: ScriptStep, variables: readonly string[]): readonly string[] {
  const { tool, args, at } = step;
  try {
    const lines = toolLines.get(tool)?.(step, new PythonWriter(variables));
    if (lines !== undefined) return lines;
  } catch {
    // A selector or a number that Handset itself would refuse.
  }
  const lost = comment(`Appium can't do this: ${tool} ${JSON.stringify(args)}`);
  const gesture = pressGestures.get(tool);
  // The place is less than the element, and better than nothing.
  return gesture === undefined || at === null
    ? [lost]
    : [lost, comment('Instead, the place where it was:'), mobile(gesture, pointOf(at))];
}

/** The lines of one call; undefined where Appium has none. */
type Lines = (step: ScriptStep, python: PythonWriter) => readonly string[] | undefined;

const pressGestures: ReadonlyMap<string, string> = new Map([
  ['click_element', 'clickGesture'],
  ['long_click_element', 'longClickGesture'],
]);

const press =
  (gesture: string): Lines =>
  ({ args }) => [mobile(gesture, pointOf({ x: numberIn(args, 'x'), y: numberIn(args, 'y') }))];

/** Types into the field, or where the focus is. */
const typing =
  (clears: boolean): Lines =>
  ({ args }, python) => {
    const field = fieldOf(args, python);
    if (field === undefined) return undefined;
    const typed =
      args['text'] === undefined ? [] : [`field.send_keys(${python.text(args['text'])})`];
    return [`field = ${field}`, ...(clears ? ['field.clear()'] : []), ...typed];
  };

function fieldOf(args: ScriptStep['args'], python: PythonWriter): string | undefined {
  if (args['selector'] !== undefined) return found(args['selector'], python);
  return args['element_id'] === undefined ? 'driver.switch_to.active_element' : undefined;
}

const pressKey = (code: number, metaState = 0): string =>
  `driver.press_keycode(${code}${metaState === 0 ? '' : `, metastate=${metaState}`})`;

/** META_SHIFT_ON, META_ALT_ON and META_CTRL_ON of android.view.KeyEvent. */
const metaStates = { shift: 0x1, alt: 0x2, ctrl: 0x1000 } as const;

const withApp =
  (method: string): Lines =>
  ({ args }, python) => [`driver.${method}(${python.text(args['package_id'])})`];

const toolLines: ReadonlyMap<string, Lines> = new Map(
  Object.entries<Lines>({
    click_element: ({ args }, python) => {
      const element = found(args['selector'], python);
      return element === undefined ? undefined : [`${element}.click()`];
    },
    long_click_element: ({ args }, python) => {
      const element = found(args['selector'], python);
      if (element === undefined) return undefined;
      return [`element = ${element}`, mobile('longClickGesture', '"elementId": element.id')];
    },
    tap: press('clickGesture'),
    long_press: press('longClickGesture'),
    double_tap: press('doubleClickGesture'),
    set_text: typing(true),
    input_text: typing(false),
    clear_text: typing(true),
    swipe: ({ args }) => {
      const points = ['x1', 'y1', 'x2', 'y2'].map((name) => numberIn(args, name));
      return [`driver.swipe(${points.join(', ')}, ${numberIn(args, 'duration', 300)})`];
    },
    press_key: ({ args }) => {
      const key = keyNamed(String(args['key']));
      const names: readonly unknown[] = Array.isArray(args['modifiers']) ? args['modifiers'] : [];
      const state = Object.entries(metaStates)
        .filter(([name]) => names.includes(name))
        .reduce((sum, [, bits]) => sum + bits, 0);
      return key && [pressKey(keyCodes[key], state)];
    },
    press_back: () => ['driver.back()'],
    press_home: () => [pressKey(keyCodes.HOME)],
    press_recents: () => [pressKey(keyCodes.APP_SWITCH)],
    open_notifications: () => ['driver.open_notifications()'],
    dismiss_keyboard: () => ['driver.hide_keyboard()'],
    lock_screen: () => ['driver.lock()'],
    wake_screen: () => ['driver.unlock()'],
    open_app: ({ args }, python) => [
      ...(args['fresh'] === true
        ? [`driver.terminate_app(${python.text(args['package_id'])})`]
        : []),
      `driver.activate_app(${python.text(args['package_id'])})`,
    ],
    stop_app: withApp('terminate_app'),
    uninstall_app: withApp('remove_app'),
    open_link: ({ args }, python) => [`driver.get(${python.text(args['url'])})`],
    set_clipboard: ({ args }, python) => [
      `driver.set_clipboard_text(${python.text(args['text'])})`,
    ],
    set_device: ({ args }) => {
      const [[name, value] = ['', null], ...others] = Object.entries(args);
      if (others.length > 0 || name !== 'orientation') return undefined;
      return value === 'portrait' || value === 'landscape'
        ? [`driver.orientation = "${value.toUpperCase()}"`]
        : undefined;
    },
    wait_for_element: ({ args }, python) => {
      const { gone, state = 'visible' } = args;
      const path = conditionPath(args, String(state), python);
      if (path === undefined) return undefined;
      const seconds = numberIn(args, 'timeout', 5_000) / 1_000;
      if (gone !== true) return [`wait(AppiumBy.XPATH, ${python.path(path)}, ${seconds})`];
      const located = `(AppiumBy.XPATH, ${python.path(path)})`;
      return [
        `WebDriverWait(driver, ${seconds}).until_not(EC.presence_of_element_located(${located}))`,
      ];
    },
    wait_for_idle: () => [],
  }),
);

function mobile(command: string, args: string): string {
  return `driver.execute_script("mobile: ${command}", {${args}})`;
}

function pointOf({ x, y }: Point): string {
  return `"x": ${Math.round(x)}, "y": ${Math.round(y)}`;
}

/** Waits for the element; undefined for a selector that has no counterpart. Throws for one that is wrong. */
function found(selector: unknown, python: PythonWriter): string | undefined {
  if (typeof selector !== 'string') return undefined;
  const { alternatives } = parseSelector(selector);
  const [only, ...others] = alternatives;
  const [step, ...more] = only?.steps ?? [];
  const [test, ...rest] = step?.tests ?? [];
  // The strategies that Appium recommends, where they say the same.
  if (others.length === 0 && more.length === 0 && rest.length === 0) {
    if (test?.kind === 'name' && test.name.includes(':id/'))
      return `wait(AppiumBy.ID, ${pythonString(test.name)})`;
    const [text, ...pieces] = test?.kind === 'desc' ? test.pattern.pieces : [];
    if (text !== undefined && pieces.length === 0)
      return `wait(AppiumBy.ACCESSIBILITY_ID, ${python.text(text)})`;
  }
  const path = selectorPath(selector);
  return path && `wait(AppiumBy.XPATH, ${python.path(path)})`;
}

/** What wait_for_element waits for, as XPath. */
function conditionPath(
  args: ScriptStep['args'],
  state: string,
  python: PythonWriter,
): string | undefined {
  const { by, value, selector } = args;
  const flag = stateFlags.get(state);
  if (flag === undefined) return undefined;
  if (selector !== undefined) {
    const path = typeof selector === 'string' ? selectorPath(selector) : undefined;
    return path && path + flag;
  }
  const attribute = finders.get(String(by));
  if (attribute === undefined || typeof value !== 'string') return undefined;
  // In any case, as the tool compares.
  const [upper, lower] = [python.inCase(value, 'upper'), python.inCase(value, 'lower')].map(
    xpathText,
  );
  return `//*[contains(translate(${attribute}, ${upper}, ${lower}), ${lower})]${flag}`;
}

const finders: ReadonlyMap<string, string> = new Map([
  ['text', '@text'],
  ['content_desc', '@content-desc'],
  ['resource_id', '@resource-id'],
  ['class_name', '@class'],
]);

const stateFlags: ReadonlyMap<string, string> = new Map([
  ['visible', ''],
  ['enabled', '[@enabled="true"]'],
  ['disabled', '[@enabled="false"]'],
  ['checked', '[@checked="true"]'],
  ['unchecked', '[@checked="false"]'],
  ['selected', '[@selected="true"]'],
  ['unselected', '[@selected="false"]'],
  ['focused', '[@focused="true"]'],
  ['unfocused', '[@focused="false"]'],
]);

/** The selector as XPath; undefined where that has no counterpart. Throws for a selector that is wrong. */
function selectorPath(selector: string): string | undefined {
  const paths = parseSelector(selector).alternatives.map(({ steps }) => chainPath(steps));
  return paths.some((path) => path === undefined) ? undefined : paths.join(' | ');
}

const axes = {
  anywhere: '//*',
  descendant: '//*',
  child: '/*',
  'next-sibling': '/following-sibling::*[1]',
} as const;

function chainPath(steps: readonly SelectorStep[]): string | undefined {
  let path = '';
  for (const { relation, tests } of steps) {
    path += axes[relation];
    for (const test of tests) {
      if (test.kind === 'index') path = `(${path})[${test.index + 1}]`;
      else {
        const condition = conditionOf(test);
        if (condition === undefined) return undefined;
        path += `[${condition}]`;
      }
    }
  }
  return path;
}

function conditionOf(test: SelectorTest): string | undefined {
  switch (test.kind) {
    case 'name': {
      const full = `@resource-id=${xpathText(test.name)}`;
      return test.name.includes(':id/')
        ? full
        : `${full} or substring-after(@resource-id, ":id/")=${xpathText(test.name)}`;
    }
    case 'id':
      return `contains(@resource-id, ${xpathText(test.part)})`;
    case 'type':
      return endsWith('@class', test.suffix);
    case 'text':
      return patternCondition('@text', test.pattern.pieces);
    case 'desc':
      return patternCondition('@content-desc', test.pattern.pieces);
    case 'contains':
      return patternCondition('@text', ['', ...test.pattern.pieces, '']);
    case 'attribute':
      return attributeCondition(test);
    case 'has': {
      const inner = test.alternatives.map(({ steps }) => chainPath(steps));
      return inner.some((path) => path === undefined)
        ? undefined
        : inner.map((path) => `.${path}`).join(' or ');
    }
    case 'index':
    case 'path':
    case 'near':
      return undefined;
  }
}

/** Of a text that has these pieces with anything between them; undefined for more than one gap inside, which XPath 1 can't tell in order. */
function patternCondition(attribute: string, pieces: readonly string[]): string | undefined {
  const [first = '', ...others] = pieces;
  const last = others.at(-1);
  if (last === undefined) return `${attribute}=${xpathText(first)}`;
  const inner = others.slice(0, -1).filter((piece) => piece !== '');
  if (inner.length > 1 || (inner.length === 1 && (first !== '' || last !== ''))) return undefined;
  const conditions = [
    ...(first === '' ? [] : [`starts-with(${attribute}, ${xpathText(first)})`]),
    ...inner.map((piece) => `contains(${attribute}, ${xpathText(piece)})`),
    ...(last === '' ? [] : [endsWith(attribute, last)]),
  ];
  return conditions.length === 0 ? `${attribute}!=""` : conditions.join(' and ');
}

/** XPath 1 has no `ends-with`. */
function endsWith(attribute: string, end: string): string {
  const text = xpathText(end);
  const before = text.includes('${') ? `string-length(${text}) + 1` : end.length - 1;
  return `substring(${attribute}, string-length(${attribute}) - ${before})=${text}`;
}

function attributeCondition({ name, value }: AttributeTest): string | undefined {
  if (name === 'visible') return value ? '@displayed="true"' : undefined;
  if (name === 'editable') return undefined;
  if (name === 'disabled') return `@enabled="${!value}"`;
  return `@${name}="${value}"`;
}

/** One line, whatever the text holds. */
function comment(text: string): string {
  return `# ${text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')}`;
}
