/** The commands that connect a phone and disconnect it. */
import { noPhone, unless, type Command } from '../../ui/command.ts';
import type { PhoneState } from './phone.svelte.ts';
import { usbObstacle } from './usb.ts';

export function connectCommands(phone: PhoneState) {
  const hasPhone = unless(phone.info === null, 'A phone is already connected');
  return {
    usb: {
      id: 'connect-phone',
      label: 'Connect a phone',
      synonyms: 'usb plug pair device another new wireless',
      word: 'connect',
      cannotRun: hasPhone ?? usbObstacle()?.message ?? null,
      run: () => phone.chooseUsb(),
    },
    demo: {
      id: 'connect-demo',
      label: 'Connect the demo phone',
      shortLabel: 'Try the demo phone',
      synonyms: 'simulated emulator try',
      cannotRun: hasPhone,
      run: () => void phone.connect({ kind: 'demo', request: {} }),
    },
    capture: {
      id: 'open-capture',
      label: 'Open a captured screen…',
      synonyms: 'dump file xml uiautomator',
      isRare: true,
      cannotRun: hasPhone,
      run: () => document.getElementById('capture-files')?.click(),
    },
    retry: {
      id: 'retry-connection',
      label: 'Retry the connection',
      shortLabel: 'Retry',
      synonyms: 'reconnect try again',
      cannotRun: unless(phone.status.state === 'failed', 'Nothing to reconnect to'),
      run: () => phone.retry(),
    },
    disconnect: {
      id: 'disconnect',
      label: 'Disconnect the phone',
      synonyms: 'unplug quit eject',
      cannotRun: unless(phone.info !== null, noPhone),
      run: () => phone.disconnect(),
    },
  } as const satisfies Readonly<Record<string, Command>>;
}
