/** What a plan can do. */
interface PlanActions {
  /** Shows the user a line of text. */
  say(text: string): void;
  /** Calls a tool and returns the text of its result; rejects when it failed. */
  call(tool: string, args?: { readonly [key: string]: unknown }): Promise<string>;
}

/** A goal that the scripted agent understands. */
interface GoalPlan {
  /** A goal that this plan accepts. */
  readonly example: string;
  readonly goalPattern: RegExp;
  /** `groups` are the texts of the goal's capture groups. */
  runPlan(actions: PlanActions, groups: readonly string[]): Promise<void>;
}

async function exists({ call }: PlanActions, selector: string): Promise<boolean> {
  return !/"count":\s*0\b/.test(await call('query_elements', { selector }));
}

/** Presses Back until the element is there: apps reopen where they were left. */
async function goBackTo(actions: PlanActions, selector: string): Promise<void> {
  for (let tries = 0; tries < 5 && !(await exists(actions, selector)); tries++) {
    actions.say(`${selector} is not here: I go back.`);
    await actions.call('press_back');
  }
}

/** Opens an app from the home screen, or from the list of all apps below it. */
async function openApp(actions: PlanActions, name: string): Promise<void> {
  actions.say(`I open ${name} from the home screen.`);
  await actions.call('press_home');
  const selector = `:text(${JSON.stringify(name)})`;
  if (!(await exists(actions, selector))) {
    actions.say('It is not here: I look among all apps.');
    await actions.call('scroll', { direction: 'down' });
  }
  await actions.call('click_element', { selector });
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

const compute: GoalPlan = {
  example: 'Compute 12 × 7',
  goalPattern: /^compute\s+(\d{1,9})\s*([-+*/x×÷−])\s*(\d{1,9})$/i,
  async runPlan(actions, [left = '', operator = '', right = '']) {
    await openApp(actions, 'Calculator');
    actions.say('One key after the other.');
    const sign = operators[operator.toLowerCase()] ?? '';
    for (const selector of ['@clr', ...digitsOf(left), sign, ...digitsOf(right), '@eq']) {
      await actions.call('click_element', { selector });
    }
    const formulaJson = await actions.call('query_elements', { selector: '@formula' });
    const [, result = '?'] = /"text":\s*"([^"]*)"/.exec(formulaJson) ?? [];
    actions.say(`The display shows ${result}: ${left} ${operator} ${right} = ${result}.`);
  },
};

const darkTheme: GoalPlan = {
  example: 'Turn on dark theme',
  goalPattern: /^turn (on|off) (?:the )?dark theme$/i,
  async runPlan(actions, [targetState = 'on']) {
    await openApp(actions, 'Settings');
    if (!(await exists(actions, ':text("Dark theme")'))) {
      await goBackTo(actions, ':contains("Display")');
      actions.say('It is below Display.');
      await actions.call('click_element', { selector: ':contains("Display")', observe: 'state' });
    }
    const isOn = (): Promise<boolean> => exists(actions, ':text("On until you turn it off")');
    if ((await isOn()) === (targetState.toLowerCase() === 'on')) {
      actions.say(`Dark theme is ${targetState} already. Nothing to do.`);
      return;
    }
    await actions.call('click_element', { selector: ':text("Dark theme")', observe: 'diff' });
    const isDone = (await isOn()) === (targetState.toLowerCase() === 'on');
    actions.say(isDone ? `Dark theme is ${targetState}.` : 'The switch did not move. I give up.');
  },
};

const note: GoalPlan = {
  example: 'Write a note: Milk, bread, 3 apples',
  goalPattern: /^write a note:\s*(.+)$/i,
  async runPlan(actions, [text = '']) {
    await openApp(actions, 'Notes');
    await goBackTo(actions, ':desc("New note")');
    await actions.call('click_element', { selector: ':desc("New note")' });
    actions.say('set_text reads back what it wrote, so there is nothing to check.');
    await actions.call('set_text', { selector: '@edit_body', text });
    await actions.call('click_element', { selector: '@action_save' });
    actions.say('The note is saved.');
  },
};

const describeScreen: GoalPlan = {
  example: 'Tell me what is on the screen',
  goalPattern: /^(?:tell me )?what(?: is|'s) on the screen\??$/i,
  async runPlan(actions) {
    await actions.call('get_screen_state', { include_screenshot: true });
    const summary = await actions.call('summarize_screen');
    actions.say(`In short:\n${summary}`);
  },
};

const plans: readonly GoalPlan[] = [darkTheme, compute, note, describeScreen];

/** An example goal of each plan. */
export const examples = plans.map(({ example }) => example);

/** The plan for a goal, ready to run; null when no plan accepts it. */
export function planFor(goal: string): ((actions: PlanActions) => Promise<void>) | null {
  for (const plan of plans) {
    const match = plan.goalPattern.exec(goal.trim());
    if (match !== null) return (actions) => plan.runPlan(actions, match.slice(1));
  }
  return null;
}
