import { describe, expect, it } from 'vitest';
import { HandsetError } from '../errors.ts';
import { summarizeScreen } from './screen.ts';
import { parseArguments } from './shared/arguments.ts';
import { callTool } from './testing/call-tool.ts';
import { FormModel } from './testing/form-model.ts';
import { ListModel } from './testing/list-model.ts';
import { ModelPhone } from './testing/model-phone.ts';

describe('summarize_screen', () => {
  it('names app and title, and what can be acted on by what lasts longest', async () => {
    const phone = new ModelPhone(new ListModel({ rows: ['Ann', 'Bob'] }));
    const { answer } = await callTool(summarizeScreen, phone);
    expect(answer.split('\n')).toEqual([
      '[Screen: com.model / Main]',
      '"People", a list; 8 elements, 4 to act on',
      '- :text("Ann")',
      '- @follow[0] "Follow"',
      '- :text("Bob")',
      '- @follow[1] "Follow"',
      'Scrolls: @list',
      'snapshot:s1',
    ]);
  });

  it('says what a field holds, unless it is a password', async () => {
    const said = async (password: boolean): Promise<string> => {
      const phone = new ModelPhone(new FormModel({ text: 'hunter2', password }));
      return (await callTool(summarizeScreen, phone)).answer;
    };
    expect(await said(false)).toContain('- @field field "Your name" holds "hunter2"');
    expect(await said(true)).toContain('- @field password field "Your name" holds "•••"');
  });

  it('passes on why the screen could not be read', async () => {
    const phone = new ModelPhone(new ListModel({ rows: [] }));
    phone.failures.push(new HandsetError('dump-failed', 'no root'));
    expect(await callTool(summarizeScreen, phone)).toMatchObject({
      code: 'dump-failed',
      answer: 'no root',
    });
  });

  it('takes nothing', () => {
    expect(() => parseArguments(summarizeScreen, { limit: 3 })).toThrow(
      "Unknown parameter: 'limit'. summarize_screen takes: no parameters",
    );
  });
});
