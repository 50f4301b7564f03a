/** What a plan can do. */
interface PlanActions {
  /** Shows the user a line of text, and resolves when they have had time to read it. */
  say(text: string): Promise<void>;
  /** Calls a tool and returns the text of its result; rejects when it failed. */
  call(tool: string, args?: { readonly [key: string]: unknown }): Promise<string>;
}

/** A goal that the scripted agent understands. */
interface GoalPlan {
  /** A goal that this plan accepts. */
  readonly example: string;
  readonly goalPattern: RegExp;
  /** Whether it changes nothing and works on any phone, not only on the demo phone. */
  readonly isForAnyPhone?: boolean;
  /** `groups` are the texts of the goal's capture groups. */
  runPlan(actions: PlanActions, groups: readonly string[]): Promise<void>;
}

async function exists({ call }: PlanActions, selector: string): Promise<boolean> {
  return !/"count":\s*0\b/.test(await call('query_elements', { selector }));
}

/** Presses Back until the element is there: apps reopen where they were left. */
async function goBackTo(actions: PlanActions, selector: string): Promise<void> {
  for (let tries = 0; tries < 5 && !(await exists(actions, selector)); tries++) {
    await actions.say(`${selector} isn’t here, so I’m going back.`);
    await actions.call('press_back');
  }
}

/** Opens an app from the home screen, or from the list of all apps below it. */
async function openApp(actions: PlanActions, name: string): Promise<void> {
  await actions.say(`Opening ${name} from the home screen.`);
  await actions.call('press_home');
  const selector = `:text(${JSON.stringify(name)})`;
  if (!(await exists(actions, selector))) {
    await actions.say('It isn’t here, so I’m looking in the list of all apps.');
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

const calculate: GoalPlan = {
  example: 'Calculate 12 × 7',
  goalPattern: /^(?:calculate|compute)\s+(\d{1,9})\s*([-+*/x×÷−])\s*(\d{1,9})$/i,
  async runPlan(actions, [left = '', operator = '', right = '']) {
    await openApp(actions, 'Calculator');
    await actions.say('Pressing the keys one by one.');
    const sign = operators[operator.toLowerCase()] ?? '';
    for (const selector of ['@clr', ...digitsOf(left), sign, ...digitsOf(right), '@eq']) {
      await actions.call('click_element', { selector });
    }
    const formulaJson = await actions.call('query_elements', { selector: '@formula' });
    const [, result = '?'] = /"text":\s*"([^"]*)"/.exec(formulaJson) ?? [];
    await actions.say(`The display shows ${result}: ${left} ${operator} ${right} = ${result}.`);
  },
};

const darkTheme: GoalPlan = {
  example: 'Turn on dark theme',
  goalPattern: /^turn (on|off) (?:the )?dark theme$/i,
  async runPlan(actions, [targetState = 'on']) {
    await openApp(actions, 'Settings');
    if (!(await exists(actions, ':text("Dark theme")'))) {
      await goBackTo(actions, ':contains("Display")');
      await actions.say('It is under Display.');
      await actions.call('click_element', { selector: ':contains("Display")', observe: 'state' });
    }
    const isOn = (): Promise<boolean> => exists(actions, ':text("On until you turn it off")');
    if ((await isOn()) === (targetState.toLowerCase() === 'on')) {
      await actions.say(`Dark theme is already ${targetState}. Nothing to do.`);
      return;
    }
    await actions.call('click_element', { selector: ':text("Dark theme")', observe: 'diff' });
    const isDone = (await isOn()) === (targetState.toLowerCase() === 'on');
    await actions.say(
      isDone ? `Dark theme is ${targetState}.` : 'The switch didn’t move, so I’m giving up.',
    );
  },
};

const note: GoalPlan = {
  example: 'Write a note: Milk, bread, 3 apples',
  goalPattern: /^write a note:\s*(.+)$/i,
  async runPlan(actions, [text = '']) {
    await openApp(actions, 'Notes');
    await goBackTo(actions, ':desc("New note")');
    await actions.call('click_element', { selector: ':desc("New note")' });
    await actions.say('set_text reads back what it wrote, so there is nothing to check.');
    await actions.call('set_text', { selector: '@edit_body', text });
    await actions.call('click_element', { selector: '@action_save' });
    await actions.say('The note is saved.');
  },
};

const describeScreen: GoalPlan = {
  example: 'Tell me what is on the screen',
  goalPattern: /^(?:tell me )?what(?: is|'s) on the screen\??$/i,
  isForAnyPhone: true,
  async runPlan(actions) {
    await actions.call('get_screen_state', { include_screenshot: true });
    const summary = await actions.call('summarize_screen');
    await actions.say(`In short:\n${summary}`);
  },
};

const lookAtSettings: GoalPlan = {
  example: 'Look at the settings and come back',
  goalPattern: /^look at (?:the )?settings and come back$/i,
  isForAnyPhone: true,
  async runPlan(actions) {
    await actions.say('Opening the Settings app.');
    await actions.call('open_app', { package_id: 'com.android.settings' });
    await actions.say(`It shows:\n${await actions.call('summarize_screen')}`);
    await actions.call('scroll', { direction: 'down' });
    await actions.say('There is more below, but this is enough. Going back to the home screen.');
    await actions.call('press_home');
    await actions.say('Done. Nothing was changed.');
  },
};

const plans: readonly GoalPlan[] = [darkTheme, calculate, note, describeScreen, lookAtSettings];

/** An example goal of each plan. */
export const examples = plans.map(({ example }) => example);

/** An example goal of each plan that changes nothing and works on any phone. */
export const examplesForAnyPhone = plans
  .filter(({ isForAnyPhone = false }) => isForAnyPhone)
  .map(({ example }) => example);

/** The plan for a goal, ready to run; null when no plan accepts it. */
export function planFor(goal: string): ((actions: PlanActions) => Promise<void>) | null {
  for (const plan of plans) {
    const match = plan.goalPattern.exec(goal.trim());
    if (match !== null) return (actions) => plan.runPlan(actions, match.slice(1));
  }
  return null;
}
