/** The commands of Pause and Stop, which are in the header and in both small windows. */
import type { Command } from '../../ui/command.ts';
import { stopKeys } from '../../ui/keys.ts';
import type { AgentPolicyState } from './agent-policy.svelte.ts';

/** Stops everything. */
export function stopCommand(policy: AgentPolicyState): Command {
  return {
    id: 'stop',
    label: 'Stop everything',
    shortLabel: 'Stop',
    help: 'End every call and pause agents',
    synonyms: 'cancel abort halt kill emergency panic agents',
    word: 'stop',
    keys: stopKeys,
    keysWork: 'everywhere',
    cannotRun: null,
    run: () => void policy.stop(),
  };
}

/** Pauses agents, or resumes them. */
export function pauseCommand(policy: AgentPolicyState): Command {
  const { paused } = policy.current;
  return {
    id: 'pause',
    label: paused ? 'Resume agents' : 'Pause agents',
    shortLabel: paused ? 'Resume' : 'Pause',
    help: paused
      ? 'Let agents use the phone again'
      : 'Pause all agents in every tab of this browser',
    synonyms: paused ? 'continue unpause' : 'hold turn off',
    isSuggested: true,
    loosens: paused,
    cannotRun: null,
    run: () => policy.setPaused(!paused),
  };
}
