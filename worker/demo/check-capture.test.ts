import { expect, it } from 'vitest';
import { checkCapture } from './check-capture.ts';

it('opens no captured screen whose picture would take gigabytes', async () => {
  const xml = new TextEncoder().encode('<hierarchy rotation="0"><node text="A"/></hierarchy>');
  const header = '89504e470d0a1a0a0000000d4948445200003e8000003e80';
  await expect(
    checkCapture({ xml, png: Uint8Array.from(Buffer.from(header, 'hex')) }),
  ).rejects.toMatchObject({
    code: 'invalid-argument',
    message: 'This .png file has 16000 × 16000 pixels. Handset reads at most 16 million pixels.',
  });
});
