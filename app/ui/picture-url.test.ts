import { afterEach, expect, it, vi } from 'vitest';
import { decodedPictureUrl } from './picture-url.ts';

afterEach(() => void vi.unstubAllGlobals());

it('says that a screenshot which the browser can’t decode is damaged', async () => {
  class UndecodableImage {
    src = '';
    decode(): Promise<void> {
      return Promise.reject(
        new DOMException('The source image cannot be decoded.', 'EncodingError'),
      );
    }
  }
  vi.stubGlobal('Image', UndecodableImage);
  const picture = { bytes: Uint8Array.of(1), mimeType: 'image/png' } as const;
  await expect(decodedPictureUrl(picture)).rejects.toMatchObject({
    code: 'screenshot-failed',
    message: "The screenshot is damaged: it can't be decoded.",
  });
});
