/** Makes what the guest of `npm run usb` needs, unless that is there: its kernel, Google's adbd, and the program of the demo phones. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { adbdRoot, prepareAdbd } from '#core/testing/real-adbd.ts';
import { bundle } from '../bundle-demo-phone.ts';
import { prepareKernel } from './kernel.ts';

const cache = join(import.meta.dirname, '../../.cache/usb');

await prepareKernel(cache);
const obstacle = await prepareAdbd();
if (obstacle !== null) throw new Error(obstacle);
const library = join(adbdRoot, 'thread-exit.so');
const sourceFile = join(import.meta.dirname, 'thread-exit.c');
execFileSync('gcc', ['-shared', '-fPIC', '-o', library, sourceFile]);
await bundle('e2e/usb/phone.ts', join(cache, 'phone'));
