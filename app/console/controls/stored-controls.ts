import type { Controls, ToolInfo } from '../../../core/link/messages.ts';

/** What agents may do before the person has said anything: everything. */
export const allAllowed: Controls = {
  paused: false,
  readOnly: false,
  askFirst: false,
  switchedOff: [],
};

/** The controls that were kept; whatever of them can't be read is as it was at first. */
export function parseControls(text: string | null): Controls {
  const kept = parseObject(text);
  const isOn = (name: string): boolean => kept[name] === true;
  const names: unknown = kept['switchedOff'];
  return {
    paused: isOn('paused'),
    readOnly: isOn('readOnly'),
    askFirst: isOn('askFirst'),
    switchedOff: Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [],
  };
}

/** Whether agents are offered this tool. */
export function isOffered(tool: ToolInfo, controls: Controls): boolean {
  if (controls.readOnly && tool.effect === 'act') return false;
  return !controls.switchedOff.includes(tool.name);
}

function parseObject(text: string | null): Readonly<Record<string, unknown>> {
  if (text === null) return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
