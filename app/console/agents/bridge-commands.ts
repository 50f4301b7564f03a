/** The commands of the link to the bridge, which the bridge window shows, too. */
import { unless, type Command } from '../../ui/command.ts';
import type { BridgeState } from './bridge.svelte.ts';

/** Lets agents that have chosen no phone use this tab. */
export function makeDefaultCommand(bridge: BridgeState): Command {
  return {
    id: 'make-default',
    label: 'Use this tab for agents',
    synonyms: 'default serve phone',
    cannotRun: unless(
      bridge.consoles.length > 1 && bridge.ownConsole?.isDefault !== true,
      'Agents aren’t using another tab',
    ),
    run: () => bridge.makeDefault(),
  };
}

/** Tries to reach the bridge again. */
export function joinBridgeCommand(bridge: BridgeState): Command {
  const { state } = bridge.status;
  return {
    id: 'join-bridge',
    label: 'Reconnect to the bridge',
    shortLabel: 'Retry',
    synonyms: 'retry rejoin',
    cannotRun: unless(
      state === 'retrying' || state === 'refused',
      state === 'connected' ? 'The bridge is connected' : 'Nothing to reconnect to',
    ),
    run: () => bridge.join(),
  };
}
