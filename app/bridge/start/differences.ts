import { handsetVersion } from '../../../core/version.ts';
import type { Health } from '../sharing/meet-bridge.ts';

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
  const missing = asked.allowedOrigins.filter((origin) => !running.allowedOrigins.includes(origin));
  if (missing.length > 0) said.push(`It does not let ${missing.join(' and ')} connect.`);
  return said;
}

function describePrefix(prefix: string): string {
  return prefix === '' ? 'no prefix' : `the prefix ${prefix}`;
}
