import { base64 } from '../../../../core/base64.ts';
import type { PictureData } from '../../../../core/link/messages.ts';

/** A picture as an address that needs no network. */
export function dataUrl({ bytes, mimeType }: PictureData): string {
  return `data:${mimeType};base64,${base64(bytes)}`;
}
