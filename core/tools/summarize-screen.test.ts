import { describe, expect, it } from 'vitest';
import { HandsetError } from '../errors.ts';
import { summarizeScreen } from './screen.ts';
import { parseArguments } from './shared/arguments.ts';
import { callTool } from './testing/call-tool.ts';
import { FormModel } from './testing/form-model.ts';
import { ListModel } from './testing/list-model.ts';
import { ModelPhone } from './testing/model-phone.ts';

describe('summarize_screen', () => {
  it('lists app, title and actions, each with its most lasting selector', async () => {
    const phone = new ModelPhone(new ListModel({ peopleRows: ['Ann', 'Bob'] }));
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

  it("shows a field's content, unless it is a password", async () => {
    const summaryWith = async (password: boolean): Promise<string> => {
      const phone = new ModelPhone(new FormModel({ text: 'hunter2', password }));
      return (await callTool(summarizeScreen, phone)).answer;
    };
    expect(await summaryWith(false)).toContain('- @field field "Your name" holds "hunter2"');
    expect(await summaryWith(true)).toContain('- @field password field "Your name" holds "•••"');
  });

  it('fails with the reason if the screen cannot be read', async () => {
    const phone = new ModelPhone(new ListModel({ peopleRows: [] }));
    phone.failures.push(new HandsetError('dump-failed', 'no root'));
    expect(await callTool(summarizeScreen, phone)).toMatchObject({
      code: 'dump-failed',
      answer: 'no root',
    });
  });

  it('has no parameters', () => {
    expect(() => parseArguments(summarizeScreen, { limit: 3 })).toThrow(
      "Unknown parameter: 'limit'. summarize_screen takes: no parameters",
    );
  });
});
