/**
 * A demo phone at the FunctionFS mounted in a folder: `node phone.js FOLDER ANDROID [FAULTS]`. Prints a line
 * whenever it has ended its connection. At a byte on stdin it stops, until the next byte.
 */
import { read, readSync } from 'node:fs';
import { createDemoPhone } from '#core/demo-phone/demo-phone.ts';
import { createNodeCanvas } from '#core/demo-phone/testing/node-canvas.ts';
import { createPlainH264 } from '#core/demo-phone/testing/plain-h264.ts';
import { readDemoOptions } from '../demo-options.ts';
import { serveAtFunctionFs } from './function-fs.ts';

const [folder = '', android = '14', faults = ''] = process.argv.slice(2);
const options = await readDemoOptions({ android, faults });
const phone = await createDemoPhone({
  ...options,
  canvas: createNodeCanvas(),
  video: createPlainH264(),
});
serveAtFunctionFs(folder, phone, () => console.log('The phone has ended its link.'));

/** Not by SIGSTOP, which would interrupt the transfers. */
function stopWhenTold(): void {
  const byte = Buffer.alloc(1);
  read(0, byte, 0, 1, null, (_error, bytesRead) => {
    if (bytesRead === 0) return;
    readSync(0, byte);
    stopWhenTold();
  });
}
stopWhenTold();
