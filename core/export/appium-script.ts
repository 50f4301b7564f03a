/**
 * Calls as a Python script for Appium (Appium-Python-Client 5, UiAutomator2 driver). Its commands:
 * https://github.com/appium/python-client and the `mobile:` gestures and commands of
 * https://github.com/appium/appium-uiautomator2-driver.
 */
import type { CallArguments } from '../call.ts';
import type { Point } from '../geometry.ts';
import { keyCodes, keyNamed } from '../input/keys.ts';
import { parseSelector } from '../selector/parse.ts';
import type { AttributeTest, SelectorStep, SelectorTest } from '../selector/selector.ts';
import { PythonWriter, pythonString, xpathFunction, xpathOf, xpathText } from './python-text.ts';
import {
  headComments,
  numberIn,
  onlySetting,
  scriptLines,
  sliderShare,
  textIn,
  waitCondition,
  type ScriptInfo,
  type ScriptWriter,
  type WaitCondition,
  type WriteStep,
} from './script.ts';
import type { ScriptStep } from './start.ts';

/** The script. */
export function appiumScript(
  steps: readonly ScriptStep[],
  { comments, variables }: ScriptInfo,
): string {
  const lines = scriptLines(steps, new AppiumWriter(variables));
  // Comments alone are no block.
  const body = lines.every((line) => line.startsWith('#')) ? [...lines, 'pass'] : lines;
  return `${headComments(steps, comments)}import os

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

/** META_SHIFT_ON, META_ALT_ON and META_CTRL_ON of android.view.KeyEvent. */
const metaStates = { shift: 0x1, alt: 0x2, ctrl: 0x1000 } as const;

class AppiumWriter implements ScriptWriter {
  readonly program = 'Appium';
  readonly #python: PythonWriter;

  constructor(variables: readonly string[]) {
    this.#python = new PythonWriter(variables);
  }

  readonly tools: ReadonlyMap<string, WriteStep> = new Map(
    Object.entries<WriteStep>({
      click_element: ({ arguments: args }) => {
        const element = this.#found(args);
        return element === undefined ? undefined : [`${element}.click()`];
      },
      long_click_element: ({ arguments: args }) => {
        const element = this.#found(args);
        if (element === undefined) return undefined;
        return [`element = ${element}`, mobile('longClickGesture', '"elementId": element.id')];
      },
      tap: ({ arguments: args }) => [mobile('clickGesture', pointIn(args))],
      long_press: ({ arguments: args }) => [mobile('longClickGesture', pointIn(args))],
      double_tap: ({ arguments: args }) => [mobile('doubleClickGesture', pointIn(args))],
      set_text: (step) => {
        const share = sliderShare(step);
        return share === null
          ? this.#onField(step, ['field.clear()', this.#typed(step)])
          : this.#slider(step, share);
      },
      input_text: (step) => this.#onField(step, [this.#typed(step)]),
      clear_text: (step) => this.#onField(step, ['field.clear()']),
      swipe: ({ arguments: args }) => {
        const points = ['x1', 'y1', 'x2', 'y2'].map((name) => numberIn(args, name));
        return [`driver.swipe(${points.join(', ')}, ${numberIn(args, 'duration', 300)})`];
      },
      press_key: ({ arguments: args }) => {
        const key = keyNamed(textIn(args, 'key'));
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
      open_app: ({ arguments: args }) => [
        ...(args['fresh'] === true ? [this.#call('terminate_app', args, 'package_id')] : []),
        this.#call('activate_app', args, 'package_id'),
      ],
      stop_app: ({ arguments: args }) => [this.#call('terminate_app', args, 'package_id')],
      uninstall_app: ({ arguments: args }) => [this.#call('remove_app', args, 'package_id')],
      open_link: ({ arguments: args }) => [this.#call('get', args, 'url')],
      set_clipboard: ({ arguments: args }) => [this.#call('set_clipboard_text', args, 'text')],
      set_device: ({ arguments: args }) => {
        const [name, value] = onlySetting(args) ?? [];
        return name === 'orientation' && (value === 'portrait' || value === 'landscape')
          ? [`driver.orientation = "${value.toUpperCase()}"`]
          : undefined;
      },
      wait_for_element: ({ arguments: args }) => {
        const { isGone, timeoutMs, ...condition } = waitCondition(args);
        const path = conditionPath(condition, this.#python);
        if (path === undefined) return undefined;
        const located = `AppiumBy.XPATH, ${this.#python.path(path)}`;
        const seconds = timeoutMs / 1_000;
        return isGone
          ? [
              `WebDriverWait(driver, ${seconds}).until_not(EC.presence_of_element_located((${located})))`,
            ]
          : [`wait(${located}, ${seconds})`];
      },
      wait_for_idle: () => [],
    }),
  );

  press(how: 'click' | 'long click', at: Point): readonly string[] {
    return [mobile(how === 'click' ? 'clickGesture' : 'longClickGesture', pointOf(at))];
  }

  /** A method of the driver with one text. */
  #call(method: string, args: CallArguments, name: string): string {
    return `driver.${method}(${this.#python.text(textIn(args, name))})`;
  }

  #typed({ arguments: args }: ScriptStep): string {
    return `field.send_keys(${this.#python.text(textIn(args, 'text'))})`;
  }

  /** Does this with the field that the call names, or the one with the focus. */
  #onField(
    { arguments: args }: ScriptStep,
    lines: readonly string[],
  ): readonly string[] | undefined {
    const isNamed = args['selector'] !== undefined || args['element_id'] !== undefined;
    const field = isNamed ? this.#found(args) : 'driver.switch_to.active_element';
    return field === undefined ? undefined : [`field = ${field}`, ...lines];
  }

  /** Taps a slider at its value: `send_keys` sets none. */
  #slider({ arguments: args }: ScriptStep, share: number): readonly string[] | undefined {
    const element = this.#found(args);
    if (element === undefined) return undefined;
    const x = `round(${share} * (element.size["width"] - 1))`;
    const place = `"elementId": element.id, "x": ${x}, "y": element.size["height"] // 2`;
    return [`element = ${element}`, mobile('clickGesture', place)];
  }

  /** Waits for the element that the call names; undefined for a selector that has no counterpart. Throws for one that is wrong. */
  #found({ selector }: CallArguments): string | undefined {
    if (typeof selector !== 'string') return undefined;
    const { alternatives } = parseSelector(selector);
    const [only, ...others] = alternatives;
    const [step, ...more] = only?.steps ?? [];
    const [test, ...rest] = step?.tests ?? [];
    // The strategies that Appium recommends, if they say the same.
    if (others.length === 0 && more.length === 0 && rest.length === 0) {
      if (test?.kind === 'name' && test.name.includes(':id/'))
        return `wait(AppiumBy.ID, ${pythonString(test.name)})`;
      const [text, ...pieces] = test?.kind === 'desc' ? test.pattern.pieces : [];
      if (text !== undefined && pieces.length === 0)
        return `wait(AppiumBy.ACCESSIBILITY_ID, ${this.#python.text(text)})`;
    }
    const path = selectorPath(selector);
    return path && `wait(AppiumBy.XPATH, ${this.#python.path(path)})`;
  }
}

function pressKey(code: number, metaState = 0): string {
  return `driver.press_keycode(${code}${metaState === 0 ? '' : `, metastate=${metaState}`})`;
}

function mobile(command: string, args: string): string {
  return `driver.execute_script("mobile: ${command}", {${args}})`;
}

function pointOf({ x, y }: Point): string {
  return `"x": ${Math.round(x)}, "y": ${Math.round(y)}`;
}

function pointIn(args: CallArguments): string {
  return pointOf({ x: numberIn(args, 'x'), y: numberIn(args, 'y') });
}

const attributes: ReadonlyMap<string, string> = new Map([
  ['text', '@text'],
  ['content_desc', '@content-desc'],
  ['resource_id', '@resource-id'],
  ['class_name', '@class'],
]);

/** What wait_for_element waits for, as XPath. */
function conditionPath(
  { selector, by, value, state }: Pick<WaitCondition, 'selector' | 'by' | 'value' | 'state'>,
  python: PythonWriter,
): string | undefined {
  const flag = state === null ? '' : `[@${state.name}="${state.value}"]`;
  if (selector !== null) {
    const path = selectorPath(selector);
    return path && path + flag;
  }
  const attribute = attributes.get(by);
  if (attribute === undefined) return undefined;
  // In any case, as the tool compares; a text that is only known when the script runs, as it is.
  const text = xpathText(python.hasVariable(value) ? value : value.toLowerCase());
  const inLowerCase = python.hasVariable(value)
    ? attribute
    : `translate(${attribute}, ${xpathText(value.toUpperCase())}, ${text})`;
  return `//*[contains(${inLowerCase}, ${text})]${flag}`;
}

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
