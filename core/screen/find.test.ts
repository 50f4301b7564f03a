import { describe, expect, it } from 'vitest';
import { type SearchField, elementsMatching } from './find.ts';
import { rootsOf } from './testing/screens.ts';

const roots = rootsOf(`
  <node class="android.widget.FrameLayout" text="" resource-id="" content-desc="">
    <node class="android.widget.Button" text="Submit" resource-id="com.x:id/submit_btn" content-desc="Send it"/>
    <node class="android.widget.TextView" text=" submit.all " resource-id="com.x:id/note" content-desc="" visible-to-user="false"/>
    <node class="android.widget.TextView" text="ΟΔΟΣ Straße" resource-id="" content-desc="İstanbul"/>
  </node>`);
const found = (by: SearchField, value: string, exact = false): string[] =>
  elementsMatching(roots, { by, value, exact }).map(({ path }) => path);

describe('findElements', () => {
  it.each([
    ['text', 'SUBMIT', ['0.0', '0.1']],
    ['text', 't.a', ['0.1']],
    ['text', ' ', ['0.1', '0.2']],
    ['text', '.*', []],
    ['text', 'Send', []],
    ['text', 'οδος', ['0.2']],
    ['text', 'STRASSE', ['0.2']],
    ['text', 'straße', ['0.2']],
    ['content_desc', 'SEND', ['0.0']],
    ['resource_id', 'com.x:id/', ['0.0', '0.1']],
    ['resource_id', 'BTN', ['0.0']],
    ['class_name', 'widget', ['0', '0.0', '0.1', '0.2']],
    ['class_name', 'textview', ['0.1', '0.2']],
  ] as const)('finds a substring of a field, ignoring case: %s %j', (by, value, paths) => {
    expect(found(by, value)).toEqual(paths);
  });
  it.each([
    ['text', 'Submit', ['0.0']],
    ['text', 'submit', []],
    ['text', 'submit.all', ['0.1']],
    ['text', ' submit.all ', ['0.1']],
    ['content_desc', 'Send it', ['0.0']],
    ['resource_id', 'submit_btn', []],
    ['resource_id', 'com.x:id/submit_btn', ['0.0']],
    ['class_name', 'Button', []],
    ['class_name', 'android.widget.TextView', ['0.1', '0.2']],
  ] as const)('finds the exact field: %s %j', (by, value, paths) => {
    expect(found(by, value, true)).toEqual(paths);
  });

  it('finds texts as a person reads them, and only the exact one if there is one', () => {
    const texts = ['Call\n me', 'Call me', 'Call\u00a0 me later', '\u200fCall me\u200e '];
    const screen = rootsOf(
      texts.map((said) => `<node text="${said.replace('\n', '&#10;')}"/>`).join(''),
    );
    const pathsOf = (value: string, exact: boolean): string[] =>
      elementsMatching(screen, { by: 'text', value, exact }).map(({ path }) => path);
    expect(pathsOf('Call me', true)).toEqual(['1']);
    expect(pathsOf('Call  me', true)).toEqual(['0', '1', '3']);
    expect(pathsOf('call me', false)).toEqual(['0', '1', '2', '3']);
    expect(pathsOf('me later', false)).toEqual(['2']);
  });
});
