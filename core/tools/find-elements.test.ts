import { describe, expect, it } from 'vitest';
import { HandsetError } from '../errors.ts';
import { findElements } from './query.ts';
import {
  executeTool,
  recordingPhone,
  refusalOf,
  argumentRefusal,
} from './testing/recording-phone.ts';

const twoMatchesXml = `<hierarchy rotation="0">
  <node class="android.widget.FrameLayout" bounds="[0,0][1080,2400]" enabled="true">
    <node class="android.widget.EditText" text="Send" content-desc="Send it" resource-id="com.x:id/send"
      clickable="true" long-clickable="true" scrollable="true" enabled="true" bounds="[50,800][250,1000]"/>
    <node text="SEND" bounds="[50,2500][250,2600]"/>
  </node>
</hierarchy>`;

/** The answer as JSON, because toEqual ignores the order of keys. */
const findAsJson = async (
  args: unknown,
  phone = recordingPhone({ twoMatchesXml }),
): Promise<string> => JSON.stringify((await executeTool(findElements, args, phone)).data);

describe('find_elements', () => {
  it('returns the matching elements with their properties', async () => {
    const phone = recordingPhone({ twoMatchesXml });
    const answer = await findAsJson({ by: 'text', value: 'send' }, phone);
    expect(answer).toMatch(/^\{"elements":\[\{"id":"node_[0-9a-f]+","text":"Send",/);
    expect(answer.replace(/node_[0-9a-f]+/g, 'ID')).toBe(
      '{"elements":[{"id":"ID","text":"Send","contentDescription":"Send it","resourceId":"com.x:id/send","className":"android.widget.EditText","bounds":{"left":50,"top":800,"right":250,"bottom":1000},"clickable":true,"longClickable":true,"scrollable":true,"editable":true,"enabled":true,"visible":true},{"id":"ID","text":"SEND","contentDescription":null,"resourceId":null,"className":null,"bounds":{"left":50,"top":2500,"right":250,"bottom":2600},"clickable":false,"longClickable":false,"scrollable":false,"editable":false,"enabled":false,"visible":false}]}',
    );
    expect(phone.calls).toEqual([['readHierarchy'], ['readDisplay']]);
  });
  it.each([
    [{ by: 'TEXT', value: 'Send', exact_match: true }, 1],
    [{ by: 'text', value: 'sen', exact_match: true }, 0],
    [{ by: 'content_desc', value: 'send' }, 1],
    [{ by: 'Resource_Id', value: 'COM.X' }, 1],
    [{ by: 'class_name', value: 'widget' }, 2],
    [{ by: 'class_name', value: 'nothing' }, 0],
  ])('%j finds %i', async (args, count) => {
    const { data } = await executeTool(findElements, args, recordingPhone({ twoMatchesXml }));
    expect(data?.['elements']).toHaveLength(count);
    expect(data).not.toHaveProperty('total');
  });
  it('records the returned elements as shown', async () => {
    const phone = recordingPhone({ twoMatchesXml });
    const id =
      /node_[0-9a-f]+/.exec(await findAsJson({ by: 'text', value: 'SEND' }, phone))?.[0] ?? '';
    expect(phone.shown.recall(id)).toMatchObject({ element: { text: 'Send' } });
  });
  it.each([
    [99, {}, 99, undefined],
    [150, { limit: 100 }, 100, 150],
    [9, { limit: 5 }, 5, 9],
  ])(
    '%i matches, %j: lists %i and gives the total only if some are left out',
    async (count, limit, listed, total) => {
      const row = '<node text="row" bounds="[0,0][9,9]"/>';
      const many = recordingPhone({
        twoMatchesXml: `<hierarchy rotation="0">${row.repeat(count)}</hierarchy>`,
      });
      const { data } = await executeTool(
        findElements,
        { by: 'text', value: 'row', ...limit },
        many,
      );
      expect(data?.['elements']).toHaveLength(listed);
      expect(data?.['total']).toBe(total);
    },
  );
  it("rejects with the phone's error", async () => {
    const error = new HandsetError('dump-failed', 'no root');
    const args = { by: 'text', value: 'a' };
    await expect(executeTool(findElements, args, recordingPhone({ error }))).rejects.toBe(error);
  });
  it.each([
    [{ value: 'a' }, "Missing required parameter: 'by'"],
    [{ by: 'text' }, "Missing required parameter: 'value'"],
    [{ by: 'text', value: '' }, "Parameter 'value' must be non-empty"],
    [
      { by: 'Xpath', value: '' },
      "Invalid 'by' value: 'Xpath'. Must be one of: text, content_desc, resource_id, class_name",
    ],
    [{ by: 'xpath', value: 5 }, "Parameter 'value' must be a string, got: 5"],
    [
      { by: 'text', value: 'a', exact_match: 'yes' },
      "Parameter 'exact_match' must be a boolean (true/false), got string: 'yes'",
    ],
    [
      { by: 'text', value: 'a', limit: 201 },
      "Parameter 'limit' must be between 1 and 200, got: 201",
    ],
    [
      { by: 'text', value: 'a', most: 5 },
      "Unknown parameter: 'most'. find_elements takes: by, value, exact_match, limit",
    ],
  ])('refuses %j', async (args, message) => {
    expect(await refusalOf(findElements, args)).toEqual(argumentRefusal(message));
  });
});
