import { describe, expect, it } from 'vitest';
import { ArticleModel, ListModel } from '../testing/screen-models.ts';
import { callTool } from '../testing/call-tool.ts';
import { type ScreenModel, ModelPhone } from '../testing/model-phone.ts';
import { scroll } from '../touch.ts';
import { readScreen } from './read-screen.ts';
import { actAndObserve } from './show-screen.ts';
import type { Tool } from './tool.ts';

/** The result of a scroll with `observe: diff`; the agent has seen the screen before. */
async function scrollAndDiff(
  model: ScreenModel,
): Promise<{ readonly firstLine: string; readonly pictures: number }> {
  const phone = new ModelPhone(model);
  const observedScroll: Pick<Tool, 'name' | 'input' | 'execute'> = {
    ...scroll,
    async execute(_, input, reply, signal) {
      reply.screen(await readScreen(phone, signal), 'shown');
      await actAndObserve(phone, { observe: 'diff', reply }, signal, () =>
        scroll.execute(phone, scroll.input.parse(input), reply, signal),
      );
    },
  };
  const { notes } = await callTool(observedScroll, phone, { direction: 'down', amount: 'small' });
  return { firstLine: notes.at(-1)?.split('\n')[0] ?? '', pictures: phone.screenshots };
}

describe('observe: diff', () => {
  it.each([
    ['the picture moved', 1_000, /, but the screenshot changed inside View @body: /],
    ['the picture did not change', 6_600, /, and this call did not change the screenshot$/],
  ])('reports that %s if the elements did not change', async (_, offset, pattern) => {
    const model = new ArticleModel({ length: 8_000, button: false });
    model.offset = offset;
    const { firstLine } = await scrollAndDiff(model);
    expect(firstLine).toMatch(/^no change in the elements since snapshot:s1/);
    expect(firstLine).toMatch(pattern);
  });
  it('takes no screenshot if the elements changed', async () => {
    const rows = Array.from({ length: 30 }, (_, i) => `Person ${i + 1}`);
    const { firstLine, pictures } = await scrollAndDiff(new ListModel({ peopleRows: rows }));
    expect(firstLine).toMatch(/^since snapshot:s1:/);
    expect(pictures).toBe(0);
  });
});
