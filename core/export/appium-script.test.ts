import { describe, expect, it } from 'vitest';
import type { CallArguments } from '../call.ts';
import { appiumScript } from './appium-script.ts';
import type { ScriptStep } from './start.ts';

const step = (
  tool: string,
  args: CallArguments = {},
  touchedAt: ScriptStep['touchedAt'] = null,
): ScriptStep => ({ tool, arguments: args, touchedAt });

/** The lines of the steps, without what every script begins and ends with. */
function linesOf(steps: Parameters<typeof appiumScript>[0], variables: readonly string[] = []) {
  const script = appiumScript(steps, { comments: ['Made by Handset\nimport evil'], variables });
  expect(script).toMatch(/^# Made by Handset import evil\n(# First open .*\n)?import os\n/);
  const [, body = ''] = /\ndef test_recorded_steps\(driver\):\n(.*)\n$/s.exec(script) ?? [];
  return body.split('\n').map((line) => line.slice(4));
}

const uiAutomator = (code: string): string =>
  `AppiumBy.ANDROID_UIAUTOMATOR, 'new UiSelector()${code}'`;
const find = (code: string): string => `find(driver, ${uiAutomator(code)}).click()`;

describe('a script for Appium', () => {
  it('has a line for each call, with the strategies that Appium recommends', () => {
    expect(
      linesOf([
        step('open_app', { package_id: 'com.example.notes', fresh: true }),
        step('click_element', { selector: '@com.example.notes:id/new' }),
        step('click_element', { selector: '@new' }),
        step('click_element', { selector: 'Switch:contains("Wi-Fi"):desc("a*")[checked]' }),
        step('click_element', { selector: ':desc("New note")' }),
        step('set_text', { text: 'Milk "2"\n', selector: ':text("Title")' }),
        step('input_text', { text: 'x' }),
        step('press_key', { key: 'a', modifiers: ['ctrl', 'shift'] }),
        step('press_back'),
        step('tap', { x: 1.4, y: 2 }),
        step('swipe', { x1: 1, y1: 2, x2: 3, y2: 4 }),
        step('wait_for_element', { by: 'text', value: 'Saved', timeout: 2500 }),
        step('wait_for_element', { selector: '@com.example.notes:id/ok', state: 'disabled' }),
        step('wait_for_element', { selector: '@formula:text("5.6")', timeout: 1000 }),
        step('wait_for_element', { selector: '#ok', gone: true }),
        step('wait_for_element', { by: 'text', value: 'Saving', gone: true, timeout: 5000 }),
      ]),
    ).toEqual([
      'driver.terminate_app("com.example.notes")',
      'driver.activate_app("com.example.notes")',
      'find(driver, AppiumBy.ID, "com.example.notes:id/new").click()',
      find(String.raw`.resourceIdMatches("(?:.*:id/)?new")`),
      find(
        String.raw`.classNameMatches(".*Switch").textMatches("(?s).*Wi-Fi.*").descriptionMatches("(?s)a.*").checked(true)`,
      ),
      'find(driver, AppiumBy.ACCESSIBILITY_ID, "New note").click()',
      `field = ${find('.text("Title")').replace('.click()', '')}`,
      'field.clear()',
      'field.send_keys("Milk \\"2\\"\\n")',
      'field = driver.switch_to.active_element',
      'field.send_keys("x")',
      'driver.press_keycode(29, metastate=4097)',
      'driver.back()',
      'driver.execute_script("mobile: clickGesture", {"x": 1, "y": 2})',
      'driver.swipe(1, 2, 3, 4, 300)',
      `assert appears(driver, ${uiAutomator('.textMatches("(?is).*Saved.*")')}, 2.5)`,
      `assert appears(driver, ${uiAutomator('.resourceId("com.example.notes:id/ok").enabled(false)')}, 5)`,
      `assert appears(driver, ${uiAutomator('.resourceIdMatches("(?:.*:id/)?formula").text("5.6")')}, 1)`,
      `assert disappears(driver, ${uiAutomator('.resourceIdMatches(".*ok.*")')}, 5)`,
      `assert disappears(driver, ${uiAutomator('.textMatches("(?is).*Saving.*")')}, 5)`,
    ]);
  });

  it.each([
    ['@list > Button[1]', '(//*[ID]/*[substring(@class, string-length(@class) - 5)="Button"])[2]'],
    [
      '@list :has(> Switch[checked])',
      '//*[ID]//*[./*[substring(@class, string-length(@class) - 5)="Switch"][@checked="true"]]',
    ],
    [
      '@list > :text("c*d")',
      '//*[ID]/*[starts-with(@text, "c") and substring(@text, string-length(@text) - 0)="d"]',
    ],
    ['@list :contains("a*b")', undefined],
    ['@list :near("Wi-Fi")', undefined],
    [
      '@list:near("Wi-Fi")',
      '//*[@text="Wi-Fi" or @content-desc="Wi-Fi"]/ancestor::*[.//*[ID]][1]//*[ID]',
    ],
  ])('finds %s', (selector, path) => {
    const [line = ''] = linesOf([step('click_element', { selector })]);
    const id = '@resource-id="list" or substring-after(@resource-id, ":id/")="list"';
    expect(line).toBe(
      path === undefined
        ? `# Appium can't do this: click_element ${JSON.stringify({ selector })}`
        : `find(driver, AppiumBy.XPATH, ${JSON.stringify(path.replaceAll('ID', id))}).click()`,
    );
  });

  it('says what it can’t do, and touches the place instead', () => {
    const byId = step('click_element', { element_id: 'n1\n' }, { x: 3, y: 4 });
    expect(linesOf([byId, step('pinch')])).toEqual([
      String.raw`# Appium can't do this: click_element {"element_id":"n1\n"}`,
      '# Instead, the place where it was:',
      'driver.execute_script("mobile: clickGesture", {"x": 3, "y": 4})',
      `# Appium can't do this: pinch {}`,
    ]);
    const odd = [step('pinch'), step('tap', { x: 1 }), step('swipe', { x1: 1, y1: '2' })];
    expect(linesOf(odd)).toEqual([
      `# Appium can't do this: pinch {}`,
      `# Appium can't do this: tap {"x":1}`,
      `# Appium can't do this: swipe {"x1":1,"y1":"2"}`,
      'pass',
    ]);
  });

  it('taps a slider at its value', () => {
    const set = (selector: string, text: string, at: ScriptStep['touchedAt'] = null) =>
      linesOf([step('set_text', { selector, text }, at)]);
    const tap =
      'driver.execute_script("mobile: clickGesture", {"elementId": element.id, "x": round(0.3 * (element.size["width"] - 1)), "y": element.size["height"] // 2})';
    expect(set('SeekBar:desc("Volume")', '30%')[1]).toBe(tap);
    expect(set('@volume', '30', { x: 1, y: 2, isSlider: true })[1]).toBe(tap);
    expect(set('@volume', '30')).toContain('field.send_keys("30")');
    expect(set('@a, @b > Slider:near("c")', 'a third', { x: 1, y: 2, isSlider: true })).toEqual([
      expect.stringMatching(/^# Appium can't do this: set_text/),
      '# Instead, the place where it was:',
      'driver.execute_script("mobile: clickGesture", {"x": 1, "y": 2})',
    ]);
  });

  it('reads only its own variables from the environment', () => {
    const typed = step('input_text', { text: 'a${PIN}b${HOME}' });
    expect(linesOf([typed], ['PIN'])[1]).toBe(
      'field.send_keys("a" + os.environ["PIN"] + "b" + "${HOME}")',
    );
  });

  it('compares with variables, whatever is in them', () => {
    const steps = [
      step('wait_for_element', { by: 'text', value: 'Is ${PIN}', gone: true, timeout: 10 }),
      step('click_element', { selector: ':text("${PIN}")' }),
      step('click_element', { selector: ':text("* ${PIN}${HOME}")' }),
      step('click_element', { selector: ':desc("${PIN}")' }),
    ];
    const pin = `" + xpath_text(os.environ["PIN"]) + "`;
    const end = String.raw`concat(\" \", ${pin}, " + "\"\${HOME}\"" + ")`.replace('\\$', '$');
    const is = String.raw`contains(@text, concat(\"Is \", ${pin}))`;
    expect(linesOf(steps, ['PIN'])).toEqual([
      `assert disappears(driver, AppiumBy.XPATH, "//*[${is}]", 0.01)`,
      `find(driver, AppiumBy.XPATH, "//*[@text=${pin}]").click()`,
      `find(driver, AppiumBy.XPATH, "//*[substring(@text, string-length(@text) - string-length(${end}) + 1)=${end}]").click()`,
      'find(driver, AppiumBy.ACCESSIBILITY_ID, os.environ["PIN"]).click()',
    ]);
    const script = (variables: readonly string[]) =>
      appiumScript(steps, { comments: [], variables });
    expect(script(['PIN'])).toContain('def xpath_text(text):');
    expect(script([])).not.toContain('xpath_text');
  });
});
