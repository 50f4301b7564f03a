import type { AgentPolicy, ToolInfo } from '../../../core/link/messages.ts';

/** The default policy: agents may do everything. */
export const allowAllPolicy: AgentPolicy = {
  paused: false,
  readOnly: false,
  askFirst: false,
  switchedOff: [],
};

/**
 * The stored policy; everything is allowed where none is stored. An unreadable value restricts
 * agents: the user may have wanted that.
 */
export function parsePolicy(text: string | null): AgentPolicy {
  if (text === null) return allowAllPolicy;
  const stored = parseObject(text);
  if (stored === null) return { ...allowAllPolicy, askFirst: true };
  const isOn = (name: string): boolean => (stored[name] ?? false) !== false;
  const names: unknown = stored['switchedOff'];
  return {
    paused: isOn('paused'),
    readOnly: isOn('readOnly'),
    askFirst: isOn('askFirst'),
    switchedOff: Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [],
  };
}

/** Whether the policy offers this tool to agents. */
export function isOffered(tool: ToolInfo, policy: AgentPolicy): boolean {
  if (policy.readOnly && tool.effect === 'act') return false;
  return !policy.switchedOff.includes(tool.name);
}

function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}
