import { describe, expect, it } from 'vitest';
import { HandsetError } from '../errors.ts';
import type { Screen } from './screen.ts';
import { Snapshots } from './snapshots.ts';

const screen = (density: number): Screen => ({
  rotation: 0,
  roots: [],
  focus: { packageName: null, activity: null },
  size: { width: 1080, height: 2400 },
  density,
});

function filled(count: number): Snapshots {
  const snapshots = new Snapshots();
  for (let i = 1; i <= count; i++) snapshots.add(screen(i));
  return snapshots;
}

const refusal = (snapshots: Snapshots, id: string): string => {
  try {
    snapshots.get(id);
  } catch (error) {
    if (error instanceof HandsetError && error.code === 'invalid-argument') return error.fullText;
    throw error;
  }
  return 'found';
};

describe('Snapshots', () => {
  it('numbers snapshots and finds them by id, with or without the prefix used in replies', () => {
    const snapshots = new Snapshots();
    expect(snapshots.latest).toBeUndefined();
    expect([snapshots.add(screen(1)), snapshots.add(screen(2))]).toEqual(['s1', 's2']);
    expect(snapshots.get('s1')).toEqual({ id: 's1', screen: screen(1), luma: null, actions: 0 });
    expect(snapshots.get('snapshot:s2')).toEqual({
      id: 's2',
      screen: screen(2),
      luma: null,
      actions: 0,
    });
    expect(snapshots.latest).toEqual({ id: 's2', screen: screen(2), luma: null, actions: 0 });
  });

  it('counts the actions since each snapshot', () => {
    const snapshots = filled(1);
    snapshots.countAction();
    snapshots.add(screen(2));
    snapshots.countAction();
    expect(['s1', 's2'].map((id) => snapshots.get(id).actions)).toEqual([2, 1]);
  });

  it('keeps the last 16 and never reuses an id', () => {
    const snapshots = filled(40);
    expect(refusal(snapshots, 's24')).toBe(
      "Snapshot 's24' has expired. The newest is s40; those from s25 on are kept.",
    );
    expect(snapshots.get('s25').screen.density).toBe(25);
    expect(snapshots.get('s40').screen.density).toBe(40);
    expect(snapshots.add(screen(41))).toBe('s41');
    expect(refusal(snapshots, 's25')).toContain('has expired');
  });

  it.each([
    [
      0,
      's1',
      "Snapshot 's1' not found. No screen of this phone was shown to you yet: read it first.",
    ],
    [1, 's2', "Snapshot 's2' not found. The only one is s1."],
    [3, 's4', "Snapshot 's4' not found. The newest is s3; those from s1 on are kept."],
    [3, 's0', "Snapshot 's0' not found. The newest is s3; those from s1 on are kept."],
    [3, 's01', "Snapshot 's01' not found. The newest is s3; those from s1 on are kept."],
    [3, '', "Snapshot '' not found. The newest is s3; those from s1 on are kept."],
    [3, 'node_1', "Snapshot 'node_1' not found. The newest is s3; those from s1 on are kept."],
  ])('after %i refuses %j', (count, id, message) => {
    expect(refusal(filled(count), id)).toBe(message);
  });
});
