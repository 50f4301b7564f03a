/** What Chrome calls it since version 145, and called it before. */
const names = ['loopback-network', 'local-network-access'];

/** Names that stand for this computer, whose own pages need no permission for it. */
const ownHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether the browser asks before a page of this host may reach a socket on the computer itself. */
export function needsLocalNetwork(pageHost: string, socketUrl: string): boolean {
  return !ownHosts.has(pageHost) && ownHosts.has(new URL(socketUrl).hostname);
}

/** The permission as it stands, which tells its changes; null where the browser knows none of this kind. */
export async function localNetworkPermission(): Promise<PermissionStatus | null> {
  for (const name of names) {
    try {
      // A name that TypeScript does not know yet; an unknown one rejects.
      return await navigator.permissions.query({ name: name as PermissionName });
    } catch {
      // An older name may be known.
    }
  }
  return null;
}
