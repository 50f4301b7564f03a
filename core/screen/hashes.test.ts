import { describe, expect, it } from 'vitest';
import { elementId, javaStringHash, uniqueIds } from './hashes.ts';

const root = {
  resourceId: '',
  className: 'android.widget.FrameLayout',
  bounds: { left: 0, top: 0, right: 1080, bottom: 2400 },
  depth: 0,
  childIndex: 0,
  parentId: 'root',
};
const button = {
  resourceId: 'com.example:id/submit_btn',
  className: 'android.widget.Button',
  bounds: { left: 50, top: 800, right: 250, bottom: 1000 },
  depth: 1,
  childIndex: 0,
  parentId: 'node_498b05cb',
};
const label = {
  resourceId: '',
  className: 'android.widget.TextView',
  bounds: { left: 60, top: 810, right: 240, bottom: 990 },
  depth: 2,
  childIndex: 0,
  parentId: 'node_76844f51',
};
const nothing = { ...root, className: '', bounds: { left: 0, top: 0, right: 0, bottom: 0 } };

describe('elementId (test vectors of the reference)', () => {
  it.each([
    [root, 'node_498b05cb'],
    [{ ...root, parentId: 'root_w42' }, 'node_ddda1cc1'],
    [button, 'node_76844f51'],
    [label, 'node_f4a9f71a'],
    [nothing, 'node_78532c3a'],
  ])('%j', (source, id) => {
    expect(elementId(source)).toBe(id);
  });
});

describe('javaStringHash', () => {
  it.each([
    ['hello', 99162322],
    ['', 0],
    ['ü😀', 2015071],
  ])('%j', (text, hash) => {
    expect(javaStringHash(text)).toBe(hash);
  });
});

describe('uniqueIds', () => {
  it('numbers repeated ids from the second on', () => {
    const unique = uniqueIds();
    expect(['a', 'b', 'a', 'a'].map(unique)).toEqual(['a', 'b', 'a_2', 'a_3']);
  });
});
