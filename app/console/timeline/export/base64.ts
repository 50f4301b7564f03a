import type { PictureData } from '../../../../core/link/messages.ts';

/** Arguments a call of String.fromCharCode may have; more overflow the stack. */
const chunkBytes = 0x8000;

/** Bytes in Base64. */
export function base64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    binary += String.fromCharCode(...bytes.subarray(at, at + chunkBytes));
  }
  return btoa(binary);
}

/** A picture as an address that needs no network. */
export function dataUrl({ bytes, mimeType }: PictureData): string {
  return `data:${mimeType};base64,${base64(bytes)}`;
}
