import { describe, expect, it } from 'vitest';
import type { ElementRow } from '../../../core/link/messages.ts';
import { boundsText, elementName, holds, shortResourceId } from './element-name.ts';
import { nextIndex } from '../../ui/next-index.ts';

const row: ElementRow = {
  id: 'node_76844f51',
  path: '0',
  depth: 0,
  isKept: true,
  simpleClass: 'Button',
  text: '',
  description: '',
  resourceId: 'com.example:id/submit',
  bounds: { left: 50, top: 800, right: 270, bottom: 1000 },
  flags: ['on', 'clk'],
};

describe('elementName', () => {
  it('prefers the text, then the description, then the resource id', () => {
    expect(elementName({ ...row, text: 'Send', description: 'd' })).toBe('Send, Button');
    expect(elementName({ ...row, text: ' ', description: 'Send it' })).toBe('Send it, Button');
    expect(elementName(row)).toBe('submit, Button');
  });

  it('falls back to the id', () => {
    expect(elementName({ ...row, simpleClass: '', resourceId: '' })).toBe('node_76844f51');
  });
});

it('shortens only resource ids of the usual form', () => {
  expect(shortResourceId('com.example:id/submit')).toBe('submit');
  expect(shortResourceId('login-field')).toBe('login-field');
});

it('prints bounds as agents read them', () => {
  expect(boundsText(row)).toBe('50,800,270,1000');
});

it('looks for words in any column, in any case', () => {
  expect(holds(row, ' BUTTON ')).toBe(true);
  expect(holds(row, 'submit')).toBe(true);
  expect(holds(row, '76844')).toBe(true);
  expect(holds(row, 'cancel')).toBe(false);
});

describe('nextIndex', () => {
  it('stays inside the list', () => {
    expect(nextIndex('ArrowUp', 0, 5)).toBe(0);
    expect(nextIndex('PageDown', 3, 5)).toBe(4);
    expect(nextIndex('Home', 3, 5)).toBe(0);
    expect(nextIndex('End', 0, 5)).toBe(4);
  });

  it('leaves other keys alone', () => {
    expect(nextIndex('a', 0, 5)).toBeNull();
  });
});
