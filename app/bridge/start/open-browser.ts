import { spawn } from 'node:child_process';

/** The program that opens an address, with its arguments; no shell ever reads them. */
export function browserCommand(url: string, platform: NodeJS.Platform): readonly string[] {
  if (platform === 'darwin') return ['open', url];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', url];
  return ['xdg-open', url];
}

/** Opens an address in the person's browser; where there is none, nothing happens. */
export function openBrowser(url: string): void {
  const [command = '', ...args] = browserCommand(url, process.platform);
  const child = spawn(command, args, { detached: true, stdio: 'ignore', shell: false });
  child.on('error', () => undefined);
  child.unref();
}
