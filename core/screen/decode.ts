/**
 * Bytes of a dump as text. Dumps come as UTF-8, with or without a byte order mark, and, when a
 * Windows shell wrote the file, as UTF-16 under a declaration that still says UTF-8: so the
 * mark decides, never the declaration.
 */
export function decodeXml(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be';
  return 'utf-8';
}
