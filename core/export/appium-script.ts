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
import { javaString } from '../selector/locator-conditions.ts';
import { escapeRegex } from '../selector/locators.ts';
import { PythonWriter, pythonString, xpathFunction, xpathText } from './python-text.ts';
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

/** The functions of the script, by their names; only those that it uses are written. */
const functions = {
  find: `def find(driver, by, value, seconds=5):
    return WebDriverWait(driver, seconds).until(EC.presence_of_element_located((by, value)))
`,
  appears: `def appears(driver, by, value, seconds=5):
    try:
        find(driver, by, value, seconds)
        return True
    except TimeoutException:
        return False
`,
  disappears: `def disappears(driver, by, value, seconds=5):
    try:
        WebDriverWait(driver, seconds).until_not(EC.presence_of_element_located((by, value)))
        return True
    except TimeoutException:
        return False
`,
  xpath_text: xpathFunction,
} as const;

/** The script: a test for pytest. */
export function appiumScript(
  steps: readonly ScriptStep[],
  { comments, variables }: ScriptInfo,
): string {
  const lines = scriptLines(steps, new AppiumWriter(variables));
  // Comments alone are no block.
  const body = lines.every((line) => line.startsWith('#')) ? [...lines, 'pass'] : lines;
  const isUsed = (name: string): boolean => lines.some((line) => line.includes(`${name}(`));
  const used = Object.entries(functions).flatMap(([name, code]) =>
    isUsed(name) || (name === 'find' && isUsed('appears')) ? [`${code}\n\n`] : [],
  );
  return `${headComments(steps, comments)}import os

import pytest
from appium import webdriver
from appium.options.android import UiAutomator2Options
from appium.webdriver.common.appiumby import AppiumBy
from selenium.common.exceptions import TimeoutException
from selenium.webdriver.support import expected_conditions as EC
from selenium.webdriver.support.ui import WebDriverWait


@pytest.fixture
def driver():
    options = UiAutomator2Options()
    options.no_reset = True
    server = os.environ.get("APPIUM_SERVER", "http://127.0.0.1:4723")
    driver = webdriver.Remote(server, options=options)
    yield driver
    driver.quit()


${used.join('')}def test_recorded_steps(driver):
${body.map((line) => `    ${line}`).join('\n')}
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
        const located = this.#condition(condition);
        if (located === undefined) return undefined;
        const check = isGone ? 'disappears' : 'appears';
        return [`assert ${check}(driver, ${located}, ${timeoutMs / 1_000})`];
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

  /** Finds the element that the call names; undefined for a selector that has no counterpart. Throws for one that is wrong. */
  #found({ selector }: CallArguments): string | undefined {
    const located = typeof selector === 'string' ? this.#located(selector, null) : undefined;
    return located && `find(driver, ${located})`;
  }

  /** The strategy and the value that find what wait_for_element waits for. */
  #condition({
    selector,
    by,
    value,
    state,
  }: Pick<WaitCondition, 'selector' | 'by' | 'value' | 'state'>): string | undefined {
    if (selector !== null) return this.#located(selector, state);
    const [method, attribute] = properties.get(by) ?? [];
    if (method === undefined || attribute === undefined) return undefined;
    // A text that is only known when the script runs, as it is; else in any case, as the tool compares.
    if (this.#python.hasVariable(value)) {
      const path = `//*[contains(${attribute}, ${xpathText(value)})]${flagPath(state)}`;
      return `AppiumBy.XPATH, ${this.#python.path(path)}`;
    }
    const pattern = javaString(`(?is).*${escapeRegex(value)}.*`);
    return uiAutomator(`.${method}Matches(${pattern})${flagCode(state)}`);
  }

  /** The strategy and the value that find the one element, the simplest that says the same. */
  #located(selector: string, state: WaitCondition['state']): string | undefined {
    const { alternatives } = parseSelector(selector);
    const [only, ...others] = alternatives;
    const [step, ...more] = only?.steps ?? [];
    const { tests = [] } = step ?? {};
    if (others.length === 0 && more.length === 0) {
      const [test, ...rest] = tests;
      const isAlone = rest.length === 0 && state === null;
      if (isAlone && test?.kind === 'name' && test.name.includes(':id/'))
        return `AppiumBy.ID, ${pythonString(test.name)}`;
      const [text, ...pieces] = isAlone && test?.kind === 'desc' ? test.pattern.pieces : [];
      if (text !== undefined && pieces.length === 0)
        return `AppiumBy.ACCESSIBILITY_ID, ${this.#python.text(text)}`;
      const codes = tests.map(uiSelectorCode);
      if (!codes.includes(undefined) && !this.#python.hasVariable(selector))
        return uiAutomator(codes.join('') + flagCode(state));
    }
    const path = selectorPath(selector);
    return path && `AppiumBy.XPATH, ${this.#python.path(path + flagPath(state))}`;
  }
}

/** The properties that wait_for_element compares, in UiSelector and in XPath. */
const properties: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['text', ['text', '@text']],
  ['content_desc', ['description', '@content-desc']],
  ['resource_id', ['resourceId', '@resource-id']],
  ['class_name', ['className', '@class']],
]);

function uiAutomator(code: string): string {
  const text = `new UiSelector()${code}`;
  // The double quotes in it need no backslash then.
  return `AppiumBy.ANDROID_UIAUTOMATOR, ${/['\\]/.test(text) ? pythonString(text) : `'${text}'`}`;
}

function flagCode(state: WaitCondition['state']): string {
  return state === null ? '' : `.${state.name}(${state.value})`;
}

function flagPath(state: WaitCondition['state']): string {
  return state === null ? '' : `[@${state.name}="${state.value}"]`;
}

/** The test as a method of UiSelector; undefined if it has none for it. */
function uiSelectorCode(test: SelectorTest): string | undefined {
  switch (test.kind) {
    case 'name': {
      const id = escapeRegex(test.name);
      return test.name.includes(':id/')
        ? `.resourceId(${javaString(test.name)})`
        : `.resourceIdMatches(${javaString(`(?:.*:id/)?${id}`)})`;
    }
    case 'id':
      return `.resourceIdMatches(${javaString(`.*${escapeRegex(test.part)}.*`)})`;
    case 'type':
      return `.classNameMatches(${javaString(`.*${escapeRegex(test.suffix)}`)})`;
    case 'text':
    case 'desc': {
      const method = test.kind === 'text' ? 'text' : 'description';
      const [only = '', ...more] = test.pattern.pieces;
      return more.length === 0
        ? `.${method}(${javaString(only)})`
        : `.${method}Matches(${patternString(test.pattern.pieces)})`;
    }
    case 'contains':
      return `.textMatches(${patternString(['', ...test.pattern.pieces, ''])})`;
    case 'attribute': {
      const { name, value } = test;
      if (name === 'disabled') return `.enabled(${!value})`;
      return ['checked', 'selected', 'focused', 'enabled'].includes(name)
        ? `.${name}(${value})`
        : undefined;
    }
    default:
      return undefined;
  }
}

/** A regular expression for a text with anything between these pieces, as a string of Java. */
function patternString(pieces: readonly string[]): string {
  return javaString(`(?s)${pieces.map(escapeRegex).join('.*')}`);
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
      else if (test.kind === 'near') {
        const label = ['@text', '@content-desc'].map((attribute) =>
          patternCondition(attribute, test.pattern.pieces),
        );
        // Of a part of another element, its surroundings may be outside of that.
        if (steps.length > 1 || !path.startsWith('/') || label.includes(undefined))
          return undefined;
        path = `//*[${label.join(' or ')}]/ancestor::*[.${path}][1]${path}`;
      } else {
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
