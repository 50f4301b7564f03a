import { expect, it } from 'vitest';
import type { Progress } from '../../core/tools/contract/tool.ts';
import { Stages } from './stages.ts';

it('makes one progress that grows of stages that each begin at nought', () => {
  const told: Progress[] = [];
  const stages = new Stages((progress) => told.push(progress));
  stages.next();
  stages.report({ done: 0, total: 45, message: 'asking' });
  stages.report({ done: 5, total: 45, message: 'asking' });
  stages.next();
  stages.report({ done: 0, message: 'looking' });
  stages.report({ done: 2, total: 3, message: 'looking' });
  expect(told).toEqual([
    { done: 0, total: 45, message: 'asking' },
    { done: 5, total: 45, message: 'asking' },
    { done: 6, message: 'looking' },
    { done: 8, total: 9, message: 'looking' },
  ]);
});
