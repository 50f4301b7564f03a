import { describe, expect, it } from 'vitest';
import { newStepFacts } from '../recorded-steps.ts';
import type { ListedStep } from './run-steps.ts';
import { placeIn, StepHistory } from './step-history.ts';

const step = (key: number, facts: Partial<ListedStep> = {}): ListedStep => ({
  ...newStepFacts,
  key,
  tool: `tool ${key}`,
  arguments: {},
  chosen: true,
  state: 'pending',
  resultText: '',
  runCallId: null,
  typedTexts: {},
  ...facts,
});

/** A list with its changes, as the list of steps has them. */
class List {
  history = new StepHistory();
  list: readonly ListedStep[] = [1, 2, 3].map((key) => step(key));
  readonly source = { kind: 'recording' } as const;

  get keys(): string {
    return this.list.map(({ key }) => key).join('');
  }

  change(words: string, list: readonly ListedStep[]): void {
    this.history = this.history.with(this, { words });
    this.list = list;
  }

  go(direction: 'undo' | 'redo'): string | null {
    const entry = this.history[direction](this);
    if (entry !== null) ({ list: this.list, history: this.history } = entry);
    return entry?.words ?? null;
  }
}

describe('the changes of the steps', () => {
  it('are undone from the last to the first, and done again', () => {
    const steps = new List();
    steps.change('deleted step 1', steps.list.slice(1));
    steps.change('moved step 2', steps.list.toReversed());
    steps.change('deleted step 2', steps.list.slice(0, 1));
    expect(steps.keys).toBe('3');
    expect([steps.go('undo'), steps.keys]).toEqual(['deleted step 2', '32']);
    expect([steps.go('undo'), steps.keys]).toEqual(['moved step 2', '23']);
    expect([steps.go('redo'), steps.keys]).toEqual(['moved step 2', '32']);
    expect([steps.go('undo'), steps.go('undo'), steps.keys]).toEqual([
      ...['moved step 2', 'deleted step 1', '123'],
    ]);
    expect([steps.go('undo'), steps.keys]).toEqual([null, '123']);
    steps.change('moved step 1', steps.list.toReversed());
    expect([steps.go('redo'), steps.keys]).toEqual([null, '321']);
  });

  it('are the last 50', () => {
    const steps = new List();
    for (let count = 0; count < 60; count += 1) steps.change(`${count}`, steps.list);
    let undone = 0;
    while (steps.go('undo') !== null) undone += 1;
    expect(undone).toBe(50);
  });

  it('leave results, screens and what the user typed as they are', () => {
    const steps = new List();
    steps.change('edited step 1', steps.list.with(0, step(1, { tool: 'other' })));
    const now = { state: 'done', typedTexts: { a: 'b' }, chosen: false } as const;
    steps.list = steps.list.map((each) => ({ ...each, ...now }));
    steps.go('undo');
    expect(steps.list[0]).toMatchObject({ tool: 'tool 1', ...now });
  });
});

it.each<[string, number[], number[], number | null, number | null]>([
  ['a step at the end is added', [1, 2], [1, 2, 3], null, null],
  ['the recorded step is undone', [1, 2, 3], [1, 3], 2, 1],
  ['it comes back', [1, 3], [1, 2, 3], 1, 2],
  ['another one is deleted', [1, 2, 3], [1, 2], 2, 2],
  ['it is moved', [1, 2, 3], [2, 1, 3], 2, 2],
  ['none before it is left', [1, 2], [2], 1, null],
])('the place of the recording stays when %s', (_, before, list, key, place) => {
  const toSteps = (keys: readonly number[]) => keys.map((each) => ({ key: each }));
  expect(placeIn(toSteps(list), toSteps(before), key)).toBe(place);
});
