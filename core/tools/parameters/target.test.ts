import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { HandsetError } from '../../errors.ts';
import { parseSelector } from '../../selector/parse.ts';
import { parseArguments } from '../contract/arguments.ts';
import { clickElement } from '../click-element.ts';
import { inputText } from '../input-text.ts';
import { setText } from '../set-text.ts';
import { waitForElement } from '../wait-for-element.ts';

const refused = (message: string, hint?: string): HandsetError =>
  new HandsetError('invalid-argument', message, hint === undefined ? {} : { hint });
const missing = "Missing required parameter: 'element_id' or 'selector'";
const both = "Only one of 'element_id' and 'selector' may be given, not both";

describe('a tool that needs an element', () => {
  it.each([
    [{}, missing],
    [{ element_id: 'node_1', selector: '@ok' }, both],
    [{ element_id: '' }, missing],
    [{ selector: 5 }, "Parameter 'selector' must be a string, got: 5"],
    [{ selector: null, element_id: null }, missing],
    [
      { id: 'node_1' },
      "Unknown parameter: 'id'. click_element takes: element_id, selector, observe",
    ],
    ['x', 'Arguments must be an object, got: x'],
  ])('refuses %j', (given, message) => {
    expect(() => parseArguments(clickElement, given)).toThrow(refused(message));
  });
  it.each([{ selector: '@' }, { selector: '@', element_id: 'node_1' }])(
    'passes on what the parser says of %j, and how to write it',
    (given) => {
      const message =
        'The selector is wrong at column 2: expected the name of a resource id, found the end.';
      const hint = 'Example: @btn_submit, or in quotes @"Save button".';
      expect(() => parseArguments(clickElement, given)).toThrow(refused(message, hint));
    },
  );
  it('is told what else it lacks', () => {
    expect(() => parseArguments(setText, { selector: '@a' })).toThrow(
      refused("Missing required parameter: 'text'"),
    );
    expect(() => parseArguments(setText, { text: 'x' })).toThrow(refused(missing));
  });
  it('gets the selector read', () => {
    expect(parseArguments(clickElement, { selector: ':text("OK")' })).toEqual({
      selector: parseSelector(':text("OK")'),
      observe: 'none',
    });
  });
});

describe('a tool that takes the focused field otherwise', () => {
  it('refuses two fields, but an empty id is none', () => {
    const text = 'x';
    const selector = '@a';
    expect(() => parseArguments(inputText, { text, selector, element_id: 'node_1' })).toThrow(
      refused(both),
    );
    expect(parseArguments(inputText, { text, selector, element_id: '' })).toMatchObject({
      selector: parseSelector(selector),
    });
  });
});

describe('a wait', () => {
  it.each([
    [{}, "Missing required parameter: 'by'"],
    [{ by: 'text' }, "Missing required parameter: 'value'"],
    [
      { by: 'text', value: 'x', selector: '@a' },
      "Only one of 'by' and 'selector' may be given, not both",
    ],
    [{ value: 'x', selector: '@a' }, "Only one of 'value' and 'selector' may be given, not both"],
  ])('refuses %j', (given, message) => {
    expect(() => parseArguments(waitForElement, { ...given, timeout: 5 })).toThrow(
      refused(message),
    );
  });
});

it('agents see two optional strings', () => {
  const { properties, required } = z.toJSONSchema(clickElement.input, { io: 'input' });
  expect(required).toBeUndefined();
  expect(properties).toMatchObject({
    element_id: { type: 'string', minLength: 1 },
    selector: {
      type: 'string',
      description: "Instead of element_id, e.g. @btn_ok or Button:text('OK').",
    },
  });
});
