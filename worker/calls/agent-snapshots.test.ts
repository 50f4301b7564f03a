import { expect, it } from 'vitest';
import { AgentSnapshots } from './run-tool.ts';

const screen = {
  rotation: 0,
  roots: [],
  focus: { packageName: null, activity: null },
  size: { width: 1, height: 1 },
  density: 160,
} as const;

it('keeps the snapshots of each agent and each phone apart, also across a replug', () => {
  const snapshots = new AgentSnapshots();
  expect(snapshots.forAgent('a', 'P1').add(screen)).toBe('s1');
  expect(snapshots.forAgent('b', 'P1').latest).toBeUndefined();
  expect(snapshots.forAgent('a', 'P2').latest).toBeUndefined();
  // A replug gives a new phone object; its serial number is the same.
  expect(snapshots.forAgent('a', 'P1').add(screen)).toBe('s2');
  expect(snapshots.forAgent('a', 'P1').get('s1').screen).toBe(screen);
});

it('drops the pair that was unused longest', () => {
  const snapshots = new AgentSnapshots();
  snapshots.forAgent('early', 'P').add(screen);
  snapshots.forAgent('busy', 'P').add(screen);
  for (let i = 0; i < 31; i++) {
    snapshots.forAgent(`agent ${i}`, 'P');
    snapshots.forAgent('busy', 'P');
  }
  expect(snapshots.forAgent('busy', 'P').latest?.id).toBe('s1');
  expect(snapshots.forAgent('early', 'P').latest).toBeUndefined();
});
