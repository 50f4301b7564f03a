import type { Controls, ToolInfo } from '../../../core/link/messages.ts';

/** The default policy: agents may do everything. */
export const allAllowed: Controls = {
  paused: false,
  readOnly: false,
  askFirst: false,
  switchedOff: [],
};

/**
 * The stored policy; everything is allowed where none is stored. An unreadable value restricts
 * agents: the user may have wanted that.
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

/** Whether the policy offers this tool to agents. */
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
