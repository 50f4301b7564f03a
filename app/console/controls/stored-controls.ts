import type { Controls, ToolInfo } from '../../../core/link/messages.ts';

/** What agents may do before the person has said anything: everything. */
export const allAllowed: Controls = {
  paused: false,
  readOnly: false,
  askFirst: false,
  switchedOff: [],
};

/**
 * The controls that were kept; everything is allowed where none were. What can't be read holds
 * agents back: the person may have wanted it so.
 */
export function parseControls(text: string | null): Controls {
  if (text === null) return allAllowed;
  const kept = parseObject(text);
  if (kept === null) return { ...allAllowed, askFirst: true };
  const isOn = (name: string): boolean => (kept[name] ?? false) !== false;
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

function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}
