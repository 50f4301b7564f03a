import { expect, it } from 'vitest';
import type { Snapshots } from '#core/screen/snapshots.ts';
import { countingRefs } from '#core/screen/testing/screens.ts';
import { AgentViews } from './agent-views.ts';

const screen = {
  rotation: 0,
  roots: [],
  focus: { packageName: null, activity: null },
  size: { width: 1, height: 1 },
  density: 160,
} as const;

/** The snapshots by agent and serial number of the phone. */
function snapshotsOfAgents(): (agent: string, serial: string) => Snapshots {
  const views = new AgentViews(countingRefs());
  return (agent, serial) => views.forAgent(agent, { serial }).snapshots;
}

it('keeps snapshots apart by agent and phone, even after replugging', () => {
  const snapshotsOf = snapshotsOfAgents();
  expect(snapshotsOf('a', 'P1').add(screen)).toBe('s1');
  expect(snapshotsOf('b', 'P1').latest).toBeUndefined();
  expect(snapshotsOf('a', 'P2').latest).toBeUndefined();
  // Replugging creates a new phone object with the same serial number.
  expect(snapshotsOf('a', 'P1').add(screen)).toBe('s2');
  expect(snapshotsOf('a', 'P1').get('s1').screen).toBe(screen);
});

it('drops the least recently used pair', () => {
  const snapshotsOf = snapshotsOfAgents();
  snapshotsOf('early', 'P').add(screen);
  snapshotsOf('busy', 'P').add(screen);
  for (let i = 0; i < 31; i++) {
    snapshotsOf(`agent ${i}`, 'P');
    snapshotsOf('busy', 'P');
  }
  expect(snapshotsOf('busy', 'P').latest?.id).toBe('s1');
  expect(snapshotsOf('early', 'P').latest).toBeUndefined();
});
