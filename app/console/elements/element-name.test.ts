import { describe, expect, it } from 'vitest';
import type { ElementRow } from '#core/link/messages.ts';
import { boundsText, elementName, matchesQuery, shortResourceId } from './element-name.ts';
import { flagLabel } from './strings.ts';

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

it('prints bounds as agents see them', () => {
  expect(boundsText(row)).toBe('50,800,270,1000');
});

it('searches all columns, ignoring case', () => {
  expect(matchesQuery(row, ' BUTTON ')).toBe(true);
  expect(matchesQuery(row, 'submit')).toBe(true);
  expect(matchesQuery(row, '76844')).toBe(true);
  expect(matchesQuery(row, 'cancel')).toBe(false);
});

describe('flagLabel', () => {
  it('explains a known flag and keeps an unknown one', () => {
    expect(flagLabel('lclk')).toBe('long-clickable');
    expect(flagLabel('new')).toBe('new');
  });
});
