import { tools as registry } from '#core/tools/registry.ts';
import type { PictureData, ToolInfo } from '#core/link/messages.ts';
import type { Call } from '#core/call.ts';

/** A JPEG up to its frame header, which says 540 x 1200. */
const jpegStart = [0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0x04, 0xb0, 0x02, 0x1c, 1, 1, 0x11, 0];

export const picture: PictureData = { bytes: Uint8Array.from(jpegStart), mimeType: 'image/jpeg' };

/** A successful call with these overrides. */
export function aCall(more: Partial<Call> = {}): Call {
  return {
    id: 1,
    agent: 'claude',
    from: 'bridge',
    tool: 'tap',
    effect: 'act',
    arguments: { x: 540, y: 1200 },
    startedAtEpochMs: Date.UTC(2026, 6, 17, 12, 0, 0),
    durationMs: 120,
    isError: false,
    text: 'Tap executed at (540, 1200)',
    pictures: [],
    before: null,
    after: null,
    touch: null,
    droppedPictures: 0,
    ...more,
  };
}

/** A picture of this many bytes, all of the same value. */
export function aPicture(bytes: number, value = 0): PictureData {
  return { bytes: new Uint8Array(bytes).fill(value), mimeType: 'image/jpeg' };
}

function aTool(name: string, title: string, ...parameters: string[]): ToolInfo {
  const properties = Object.fromEntries(parameters.map((each) => [each, { type: 'string' }]));
  const inputSchema = { type: 'object', properties };
  return {
    name,
    title,
    words: registry.find((tool) => tool.name === name)?.words ?? { wantsTo: [] },
    description: '',
    family: '',
    readsOnlyScreen: false,
    inputSchema,
    effect: 'act',
    needsPhone: true,
    onlyWithAllTools: false,
  };
}

export const tools: readonly ToolInfo[] = [
  aTool('tap', 'Tap', 'x', 'y'),
  aTool('set_text', 'Set text', 'text', 'selector', 'element_id'),
  aTool('get_clipboard', 'Get clipboard'),
  aTool('wait_for_element', 'Wait for element', 'selector', 'by', 'value'),
  aTool('get_screen_state', 'Get screen state'),
];
