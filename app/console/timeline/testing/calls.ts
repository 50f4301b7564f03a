import type { PictureData, ToolInfo } from '#core/link/messages.ts';
import type { TimelineCall } from '../timeline-calls.ts';

export const picture: PictureData = { bytes: Uint8Array.of(255, 216, 255), mimeType: 'image/jpeg' };

/** A successful call with these overrides. */
export function aCall(more: Partial<TimelineCall> = {}): TimelineCall {
  return {
    id: 1,
    agent: 'claude',
    from: 'bridge',
    tool: 'tap',
    effect: 'act',
    argumentsJson: '{"x":540,"y":1200}',
    startedAtEpochMs: Date.UTC(2026, 6, 17, 12, 0, 0),
    durationMs: 120,
    isError: false,
    text: 'Tap executed at (540, 1200)',
    pictures: [],
    secrets: [],
    before: null,
    after: null,
    droppedPictures: 0,
    ...more,
  };
}

function aTool(name: string, title: string, ...parameters: string[]): ToolInfo {
  const properties = Object.fromEntries(parameters.map((each) => [each, { type: 'string' }]));
  const inputSchema = { type: 'object', properties };
  return {
    name,
    title,
    description: '',
    family: '',
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
  aTool('get_screen_state', 'Get screen state'),
];
