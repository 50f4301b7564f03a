/** What a plan can do. */
interface Hands {
  /** Shows the person a line of text. */
  say(text: string): void;
  /** Calls a tool and returns the text of its result; rejects when it failed. */
  call(tool: string, args?: { readonly [key: string]: unknown }): Promise<string>;
}

/** A goal that the scripted agent understands. */
interface Plan {
  /** A goal that this plan accepts. */
  readonly example: string;
  readonly goal: RegExp;
  /** `groups` are the texts of the goal's capture groups. */
  run(hands: Hands, words: readonly string[]): Promise<void>;
}

async function isThere({ call }: Hands, selector: string): Promise<boolean> {
  return !/"count":\s*0\b/.test(await call('query_elements', { selector }));
}

/** Presses Back until the element is there: apps reopen where they were left. */
async function backTo(hands: Hands, selector: string): Promise<void> {
  for (let tries = 0; tries < 5 && !(await isThere(hands, selector)); tries++) {
    hands.say(`${selector} is not here: I go back.`);
    await hands.call('press_back');
  }
}

/** Opens an app from the home screen, or from the list of all apps below it. */
async function openApp(hands: Hands, name: string): Promise<void> {
  hands.say(`I open ${name} from the home screen.`);
  await hands.call('press_home');
  const selector = `:text(${JSON.stringify(name)})`;
  if (!(await isThere(hands, selector))) {
    hands.say('It is not here: I look among all apps.');
    await hands.call('scroll', { direction: 'down' });
  }
  await hands.call('click_element', { selector });
}

const digitsOf = (number: string): string[] => [...number].map((digit) => `@digit_${digit}`);
const operators: Readonly<Record<string, string>> = {
  '+': '@op_add',
  '-': '@op_sub',
  '−': '@op_sub',
  '*': '@op_mul',
  x: '@op_mul',
  '×': '@op_mul',
  '/': '@op_div',
  '÷': '@op_div',
};

const compute: Plan = {
  example: 'Compute 12 × 7',
  goal: /^compute\s+(\d{1,9})\s*([-+*/x×÷−])\s*(\d{1,9})$/i,
  async run(hands, [left = '', operator = '', right = '']) {
    await openApp(hands, 'Calculator');
    hands.say('One key after the other.');
    const sign = operators[operator.toLowerCase()] ?? '';
    for (const selector of ['@clr', ...digitsOf(left), sign, ...digitsOf(right), '@eq']) {
      await hands.call('click_element', { selector });
    }
    const read = await hands.call('query_elements', { selector: '@formula' });
    const [, result = '?'] = /"text":\s*"([^"]*)"/.exec(read) ?? [];
    hands.say(`The display shows ${result}: ${left} ${operator} ${right} = ${result}.`);
  },
};

const darkTheme: Plan = {
  example: 'Turn on dark theme',
  goal: /^turn (on|off) (?:the )?dark theme$/i,
  async run(hands, [wanted = 'on']) {
    await openApp(hands, 'Settings');
    if (!(await isThere(hands, ':text("Dark theme")'))) {
      await backTo(hands, ':contains("Display")');
      hands.say('It is below Display.');
      await hands.call('click_element', { selector: ':contains("Display")', observe: 'state' });
    }
    const isOn = (): Promise<boolean> => isThere(hands, ':text("On until you turn it off")');
    if ((await isOn()) === (wanted.toLowerCase() === 'on')) {
      hands.say(`Dark theme is ${wanted} already. Nothing to do.`);
      return;
    }
    await hands.call('click_element', { selector: ':text("Dark theme")', observe: 'diff' });
    const done = (await isOn()) === (wanted.toLowerCase() === 'on');
    hands.say(done ? `Dark theme is ${wanted}.` : 'The switch did not move. I give up.');
  },
};

const note: Plan = {
  example: 'Write a note: Milk, bread, 3 apples',
  goal: /^write a note:\s*(.+)$/i,
  async run(hands, [text = '']) {
    await openApp(hands, 'Notes');
    await backTo(hands, ':desc("New note")');
    await hands.call('click_element', { selector: ':desc("New note")' });
    hands.say('set_text reads back what it wrote, so there is nothing to check.');
    await hands.call('set_text', { selector: '@edit_body', text });
    await hands.call('click_element', { selector: '@action_save' });
    hands.say('The note is saved.');
  },
};

const look: Plan = {
  example: 'Tell me what is on the screen',
  goal: /^(?:tell me )?what(?: is|'s) on the screen\??$/i,
  async run(hands) {
    await hands.call('get_screen_state', { include_screenshot: true });
    const summary = await hands.call('summarize_screen');
    hands.say(`In short:\n${summary}`);
  },
};

const plans: readonly Plan[] = [darkTheme, compute, note, look];

/** An example goal of each plan. */
export const examples = plans.map(({ example }) => example);

/** The plan for a goal, ready to run; null when no plan accepts it. */
export function planFor(goal: string): ((hands: Hands) => Promise<void>) | null {
  for (const plan of plans) {
    const match = plan.goal.exec(goal.trim());
    if (match !== null) return (hands) => plan.run(hands, match.slice(1));
  }
  return null;
}
