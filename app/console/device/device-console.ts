import type { CallsState } from '../calls/calls.svelte.ts';
import type { PhoneState } from '../connect/phone.svelte.ts';
import type { TransfersState } from '../files/transfers.svelte.ts';
import type { LogsState } from '../logs/log-view.svelte.ts';
import type { ChangedSettingsState } from '../screen/changed-settings.svelte.ts';
import type { DeviceState } from './device-state.svelte.ts';

/** The parts of the console that the sections of the Device panel use. */
export interface DeviceConsole {
  readonly device: DeviceState;
  readonly phone: PhoneState;
  readonly calls: CallsState;
  readonly transfers: TransfersState;
  readonly changedSettings: ChangedSettingsState;
  readonly logs: LogsState;
  readonly layout: { open(panel: 'logs'): void };
}
