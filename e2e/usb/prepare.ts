/** Makes what the guest of `npm run usb` needs, unless that is there: its kernel, Google's adbd, and the program of the demo phones. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { adbdRoot, platformTools, prepareAdbd } from '#core/testing/real-adbd.ts';
import { bundle } from '../bundle-demo-phone.ts';
import { prepareKernel } from './kernel.ts';

const cache = join(import.meta.dirname, '../../.cache/usb');

await prepareKernel(cache);
const obstacle = await prepareAdbd();
if (obstacle !== null) throw new Error(obstacle);
const library = join(adbdRoot, 'thread-exit.so');
const sourceFile = join(import.meta.dirname, 'thread-exit.c');
execFileSync('gcc', ['-shared', '-fPIC', '-o', library, sourceFile]);
writeFileSync(
  join(adbdRoot, platformTools, 'asking-adbd'),
  requireAuth(readFileSync(join(adbdRoot, platformTools, 'adbd'))),
  { mode: 0o755 },
);
await bundle('e2e/usb/phone.ts', join(cache, 'phone'));

/**
 * Google's adbd as it is on a phone, which asks for a key: elsewhere than on Android its `main` clears `auth_required`
 * (daemon/main.cpp). Here that instruction sets it.
 */
function requireAuth(adbd: Buffer): Buffer {
  // lea …(%rip),%rax; movb $0,(%rax)
  const loadsAddress = Buffer.of(0x48, 0x8d, 0x05);
  const clears = Buffer.of(0xc6, 0x00, 0x00);
  const found: number[] = [];
  for (let at = adbd.indexOf(clears); at >= 0; at = adbd.indexOf(clears, at + 1))
    if (adbd.subarray(at - 7, at - 4).equals(loadsAddress)) found.push(at);
  const [only] = found;
  if (only === undefined || found.length > 1)
    throw new Error('This adbd doesn’t clear auth_required as Debian’s 34.0.5 does.');
  const patched = Buffer.from(adbd);
  patched[only + 2] = 1;
  return patched;
}
