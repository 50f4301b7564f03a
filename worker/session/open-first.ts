import { type HandsetError, toHandsetError } from '../../core/errors.ts';
import { allBusy, inAnotherTab } from './connect-errors.ts';

interface Named {
  readonly serial: string;
  readonly name: string;
}

/** How phones are opened. */
export interface Opening<Device extends Named, Opened> {
  /** The serial numbers that other tabs have marked. */
  readonly taken: ReadonlySet<string>;
  /** Whether those are tried all the same. */
  readonly insists: boolean;
  open(device: Device): Promise<Opened>;
}

/**
 * Opens the first of these phones that nobody else uses; null where there are none. Rejects with
 * `usb-busy`, which names all of them, or with the first other failure.
 */
export async function openFirst<Device extends Named, Opened>(
  devices: readonly Device[],
  { taken, insists, open }: Opening<Device, Opened>,
): Promise<Opened | null> {
  const busy: HandsetError[] = [];
  for (const device of devices) {
    const isTaken = taken.has(device.serial);
    if (isTaken && !insists) {
      busy.push(inAnotherTab(device.name));
      continue;
    }
    try {
      return await open(device);
    } catch (thrown) {
      const error = toHandsetError(thrown);
      if (error.code !== 'usb-busy') throw error;
      busy.push(isTaken ? inAnotherTab(device.name) : error);
    }
  }
  const [first, ...others] = busy;
  if (first) throw allBusy([first, ...others]);
  return null;
}
