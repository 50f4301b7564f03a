/**
 * Three whole tasks, by reading and clicking step by step and by open_app, run_steps and observe: how
 * many calls and characters an agent needs.
 */
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import { expect } from 'vitest';
import { rowsOf, type PhoneUnderTest } from '#core/demo-phone/testing/phone-under-test.ts';
import { testOn } from '../phones.ts';

useDrivenClock();

/** What an agent sends and reads. */
class Cost {
  calls = 0;
  characters = 0;
  readonly #phone: PhoneUnderTest;

  constructor(phone: PhoneUnderTest) {
    this.#phone = phone;
  }

  async call(tool: string, args: Record<string, unknown> = {}): Promise<string> {
    const { text } = await this.#phone.call(tool, args);
    this.calls++;
    this.characters += tool.length + JSON.stringify(args).length + text.length;
    return text;
  }

  /** Reads the screen and clicks the element with this text or description. */
  async click(label: string): Promise<void> {
    const rows = rowsOf(await this.call('get_screen_state'));
    const row = rows.find(({ text, description }) => text === label || description === label);
    await this.call('click_element', { element_id: row?.id });
  }

  /** Runs the steps in one call, observing what has changed. */
  async runSteps(...steps: readonly object[]): Promise<string> {
    const text = await this.call('run_steps', { steps });
    expect(text).not.toMatch(/note:step \d+ of/);
    return text;
  }
}

const openApp = (app: string) => ({
  tool: 'open_app',
  arguments: { package_id: app, fresh: true },
});
const click = (selector: string, expected?: string) => ({
  tool: 'click_element',
  arguments: { selector },
  ...(expected !== undefined && { expect: { selector: expected } }),
});

interface Task {
  /** With the tools of the reference alone, from the home screen. */
  stepByStep(agent: Cost, phone: PhoneUnderTest): Promise<void>;
  inFewCalls(agent: Cost): Promise<void>;
  /** Checks that the task is done. */
  check(phone: PhoneUnderTest): Promise<void>;
}

const tasks: Readonly<Record<string, Task>> = {
  'choose another screen saver': {
    stepByStep: async (agent, phone) => {
      await agent.click('Settings');
      await agent.click('Display & touch');
      await agent.call('scroll', { direction: 'down', amount: 'large' });
      const { id } = await phone.rowWithText('Screen saver');
      await agent.call('scroll_to_element', { element_id: id });
      await agent.click('Screen saver');
      await agent.click('Colors');
      await agent.call('get_screen_state');
    },
    inFewCalls: async (agent) => {
      await agent.runSteps(
        openApp('Settings'),
        click(':text("Display & touch")', ':text("Brightness level")'),
        { tool: 'scroll_to_element', arguments: { selector: ':text("Screen saver")' } },
        click(':text("Screen saver")', ':text("Colors")'),
        click(':text("Colors")', '@summary:text("Colors")'),
      );
    },
    check: async (phone) => {
      const rows = await phone.rows();
      const title = rows.findIndex(({ text }) => text === 'Screen saver');
      expect(rows[title + 1]?.text).toBe('Colors');
    },
  },

  'write a note': {
    stepByStep: async (agent) => {
      await agent.click('Notes');
      await agent.click('New note');
      const form = rowsOf(await agent.call('get_screen_state'));
      const [title, body] = form.filter(({ flags }) => flags.includes('edt'));
      await agent.call('set_text', { element_id: title?.id, text: 'Market' });
      const changed = rowsOf(await agent.call('get_screen_state'));
      const moved = changed.find(({ resourceId }) => resourceId === body?.resourceId);
      await agent.call('set_text', { element_id: moved?.id, text: 'Bread, butter' });
      await agent.click('Save');
      await agent.call('get_screen_state');
    },
    inFewCalls: async (agent) => {
      await agent.runSteps(
        openApp('Notes'),
        click(':text("New note")', '@edit_title'),
        { tool: 'set_text', arguments: { selector: '@edit_title', text: 'Market' } },
        { tool: 'set_text', arguments: { selector: '@edit_body', text: 'Bread, butter' } },
        click(':text("Save")', ':text("Market")'),
      );
    },
    check: async (phone) => {
      await phone.rowWithText('Market');
      await phone.rowWithText('Bread, butter');
    },
  },

  'calculate 12 × 7': {
    stepByStep: async (agent) => {
      await agent.click('Calculator');
      for (const key of ['1', '2', 'multiply', '7', 'equals']) await agent.click(key);
      await agent.call('get_screen_state');
    },
    inFewCalls: async (agent) => {
      await agent.runSteps(
        openApp('Calculator'),
        ...['@digit_1', '@digit_2', '@op_mul', '@digit_7'].map((key) => click(key)),
        click('@eq', ':text("84")'),
      );
    },
    check: async (phone) => {
      await phone.rowWithText('84');
    },
  },
};

testOn(
  { android: 14 },
  Object.fromEntries(
    Object.entries(tasks).map(([name, { stepByStep, inFewCalls, check }]) => [
      name,
      async (phone: PhoneUnderTest) => {
        const before = new Cost(phone);
        const after = new Cost(phone);
        await before.call('press_home');
        await stepByStep(before, phone);
        await check(phone);
        await phone.reset();
        await inFewCalls(after);
        await check(phone);
        expect(after.calls).toBe(1);
        expect(before.calls).toBeGreaterThan(8 * after.calls);
        expect(after.characters).toBeLessThan(before.characters / 4);
      },
    ]),
  ),
);
