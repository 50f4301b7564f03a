import { describe, expect, it } from 'vitest';
import type { ElementRow } from '#core/link/messages.ts';
import {
  boundsText,
  elementName,
  isLayout,
  pictureLabel,
  shortName,
  shortResourceId,
} from './element-text.ts';
import { matchesQuery } from './filter.ts';

const row: ElementRow = {
  id: 'node_76844f51',
  path: '0',
  depth: 0,
  isKept: true,
  simpleClass: 'Button',
  text: '',
  description: '',
  label: '',
  resourceId: 'com.example:id/submit',
  bounds: { left: 50, top: 800, right: 270, bottom: 1000 },
  states: ['clickable'],
};

describe('elementName', () => {
  it('prefers the text, then the description, then the resource id', () => {
    expect(elementName({ ...row, text: 'Send', description: 'd' })).toBe('Send, Button');
    expect(elementName({ ...row, text: ' ', description: 'Send it' })).toBe('Send it, Button');
    expect(elementName(row)).toBe('submit, Button');
    expect(shortName({ ...row, text: 'On', description: 'd', states: ['checkable'] })).toBe('d');
  });

  it('is the same as in the table for an element with a text inside', () => {
    const inside = { ...row, label: 'Notifications', simpleClass: 'LinearLayout' };
    expect(elementName(inside)).toBe('Notifications, LinearLayout');
    expect(shortName(inside)).toBe('Notifications');
  });

  it('falls back to the id', () => {
    expect(elementName({ ...row, simpleClass: '', resourceId: '' })).toBe('node_76844f51');
  });
});

describe('pictureLabel', () => {
  it.each([
    [':text("Send")', ['Button', ':text("Send")']],
    ['Button:text("Send")', ['', 'Button:text("Send")']],
    ['Button', ['', 'Button']],
    ['ButtonBar > View', ['Button', 'ButtonBar > View']],
    ['', ['Send, Button', '']],
  ])('names the class once with %j', (selector, parts) => {
    expect(pictureLabel({ ...row, text: 'Send' }, selector)).toEqual(parts);
  });

  it('is the name if a text inside represents the element', () => {
    const inside = { ...row, label: 'Notifications', simpleClass: 'LinearLayout' };
    const selector = 'LinearLayout[clickable]:has(:text("Notifications"))';
    expect(pictureLabel(inside, selector)).toEqual(['Notifications, LinearLayout', '']);
  });
});

it('shortens only resource ids of the usual form', () => {
  expect(shortResourceId('com.example:id/submit')).toBe('submit');
  expect(shortResourceId('login-field')).toBe('login-field');
});

it('prints bounds as agents see them', () => {
  expect(boundsText(row)).toBe('50,800,270,1000');
});

it('searches the columns, ignoring case', () => {
  expect(matchesQuery(row, 'example')).toBe(false);
  expect(matchesQuery(row, 'com.example:id/sub')).toBe(true);
  expect(matchesQuery(row, ' BUTTON ')).toBe(true);
  expect(matchesQuery(row, 'submit')).toBe(true);
  expect(matchesQuery(row, '76844')).toBe(true);
  expect(matchesQuery(row, 'cancel')).toBe(false);
  expect(matchesQuery({ ...row, states: ['clickable'] }, 'clickable')).toBe(true);
  expect(matchesQuery({ ...row, text: 'Mobile, Wi-Fi' }, 'wifi')).toBe(true);
  const named = { ...row, text: 'Mobile, Wi-Fi, hotspot' };
  expect(matchesQuery(named, 'mobile hotspot')).toBe(true);
  expect(matchesQuery(named, 'hotspot Button')).toBe(true);
  expect(matchesQuery(named, 'mobile cancel')).toBe(false);
});

describe('a layout row', () => {
  const plain: ElementRow = { ...row, states: [] };

  it('has neither text nor an action', () => {
    expect(isLayout({ ...plain, text: ' ' })).toBe(true);
    expect(isLayout({ ...plain, states: ['disabled', 'offscreen'] })).toBe(true);
  });

  it.each<Partial<ElementRow>>([
    { text: 'OK' },
    { description: 'Back' },
    { states: ['clickable'] },
    { states: ['scrollable'] },
    { states: ['editable'] },
  ])('is not one with %j', (more) => {
    expect(isLayout({ ...plain, ...more })).toBe(false);
  });
});
