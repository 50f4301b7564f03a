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
  const shown = new AgentSnapshots();
  expect(shown.of('a', 'P1').add(screen)).toBe('s1');
  expect(shown.of('b', 'P1').latest).toBeUndefined();
  expect(shown.of('a', 'P2').latest).toBeUndefined();
  // A replug gives a new phone object; its serial number is the same.
  expect(shown.of('a', 'P1').add(screen)).toBe('s2');
  expect(shown.of('a', 'P1').get('s1').screen).toBe(screen);
});

it('drops the pair that was unused longest', () => {
  const shown = new AgentSnapshots();
  shown.of('early', 'P').add(screen);
  shown.of('busy', 'P').add(screen);
  for (let i = 0; i < 31; i++) {
    shown.of(`agent ${i}`, 'P');
    shown.of('busy', 'P');
  }
  expect(shown.of('busy', 'P').latest?.id).toBe('s1');
  expect(shown.of('early', 'P').latest).toBeUndefined();
});
