import { handsetVersion } from '../../core/version.ts';
import type { Health } from './meet-bridge.ts';

/** What this program was asked for and the bridge that runs may not give, as sentences; none when all is alike. */
export function differences(
  running: Health,
  asked: { readonly toolPrefix: string; readonly allowedOrigins: readonly string[] },
): readonly string[] {
  const said: string[] = [];
  if (running.version !== handsetVersion) {
    said.push(`It is version ${running.version}, this is ${handsetVersion}: agents get its tools.`);
  }
  if (running.toolPrefix !== asked.toolPrefix) {
    const [its, own] = [running.toolPrefix, asked.toolPrefix].map(describePrefix);
    said.push(`Its tools have ${its}, not ${own}.`);
  }
  const [origin] = asked.allowedOrigins;
  if (origin !== undefined) said.push(`It goes by its own --allow-origin, not by ${origin}.`);
  return said;
}

function describePrefix(prefix: string): string {
  return prefix === '' ? 'no prefix' : `the prefix ${prefix}`;
}
