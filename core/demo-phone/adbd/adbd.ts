import type { AdbHost, AdbLink } from '../connection.ts';
import type { Device } from '../device.ts';
import { Link } from './link.ts';
import { createCablePull } from './services/cable-pull.ts';

/**
 * The phone's adbd. The returned function plugs a host in: whole ADB packets go to
 * `host.send`, possibly several in one task; a link that is still open is ended first.
 */
export function createAdbd(device: Device): (host: AdbHost) => AdbLink {
  const cable = createCablePull(device.faults.has('unplug-mid-transfer'));
  let current: Link | undefined;
  return (host) => {
    current?.endFromPhone();
    current = new Link(device, host, cable);
    return current;
  };
}
