import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where Handset keeps what it must remember, by the custom of each system; `HANDSET_CONFIG_DIR` replaces it. */
export function configFolder(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): string {
  const chosen = env['HANDSET_CONFIG_DIR'];
  if (chosen) return chosen;
  if (platform === 'win32') {
    return join(env['APPDATA'] || join(homedir(), 'AppData', 'Roaming'), 'handset');
  }
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'handset');
  return join(env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'handset');
}
