import { describe, expect, it } from 'vitest';
import { motionAction, PointerTracker } from './injector.ts';

/** Plays events and returns the changes of each, such as `down 0`. */
function play(...events: readonly (readonly [keyof typeof motionAction, number])[]): string[] {
  const pointers = new PointerTracker();
  return events.map(([action, id]) => {
    const pointer = pointers.find(BigInt(id));
    if (pointer === undefined) return 'too many';
    const changes = pointers.change(pointer, motionAction[action]);
    return changes.map((change) => `${change.action} ${change.pointer}`).join(', ');
  });
}

describe('pointers', () => {
  it('get the lowest free id', () => {
    expect(
      play(['down', 700], ['down', 800], ['up', 700], ['down', 900], ['up', 800], ['up', 900]),
    ).toEqual(['down 0', 'down 1', 'up 0', 'down 0', 'up 1', 'up 0']);
  });

  it('are at most ten; an eleventh is accepted after one has gone up', () => {
    const ten = Array.from({ length: 10 }, (_, id) => ['down', id] as const);
    expect(play(...ten, ['down', 10], ['up', 3], ['down', 10]).slice(10)).toEqual([
      'too many',
      'up 3',
      'down 3',
    ]);
  });

  it('do nothing before they are down', () => {
    expect(play(['move', 1], ['up', 1], ['down', 1], ['up', 1])).toEqual([
      '',
      '',
      'down 0',
      'up 0',
    ]);
  });

  it('start a new gesture on a second down of the only pointer', () => {
    expect(play(['down', 1], ['down', 1], ['up', 1])).toEqual([
      'down 0',
      'cancel 0, down 0',
      'up 0',
    ]);
  });

  it('are all released by cancel, although the server still counts them', () => {
    expect(
      play(['down', 1], ['down', 2], ['cancel', 1], ['move', 2], ['up', 1], ['up', 2], ['down', 3]),
    ).toEqual(['down 0', 'down 1', 'cancel 0', '', '', '', 'down 0']);
  });

  it('left over from a cancelled gesture block another pointer', () => {
    expect(play(['down', 1], ['cancel', 1], ['down', 2])).toEqual(['down 0', 'cancel 0', '']);
  });
});
