import { expect, it } from 'vitest';
import { examples, planFor } from './plans.ts';

it.each(examples)('offers the goal "%s", for which it has a plan', (goal) => {
  expect(planFor(goal)).not.toBeNull();
});
