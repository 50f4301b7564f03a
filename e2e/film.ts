/** `npm run film`: records the console with the demo phone as a GIF for the README, from a DevTools screencast. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { startBridge } from './bridge-process.ts';
import { launchOptions } from './chromium.ts';
import { encodeGif } from './film/gif.ts';
import { drawPointer, startScreencast } from './film/screencast.ts';
import { playScenes } from './film/scenes.ts';

/** Size limit of the GIF, for readers of the README. */
const maxBytes = 3_000_000;
const pageSize = { width: 1280, height: 800 };
const gifShape = { width: 960, height: 600, framesPerSecond: 8, lastFrameMs: 3_000 };
const file = join(import.meta.dirname, '..', 'public', 'handset.gif');

const bridge = await startBridge();
const browser = await chromium.launch(launchOptions);
try {
  const page = await browser.newPage({ viewport: pageSize, colorScheme: 'light' });
  await page.addInitScript(drawPointer);
  await page.goto(bridge.url);
  const screencast = await startScreencast(page);
  await playScenes(page, bridge);
  const gif = await encodeGif(await screencast.stop(), gifShape);
  if (gif.length > maxBytes)
    throw new Error(`The film has ${gif.length} bytes; at most ${maxBytes}.`);
  await writeFile(file, gif);
  console.log(`${file}: ${(gif.length / 1e6).toFixed(2)} MB`);
} finally {
  await browser.close();
  await bridge.stop();
}
