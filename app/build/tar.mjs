/** Reads one file from an uncompressed tar archive (POSIX ustar), as npm packs them. */

const blockSize = 512;
const decoder = new TextDecoder();

/** A header field: text up to its first NUL. */
const field = (header, start, length) =>
  decoder.decode(header.subarray(start, start + length)).replace(/\0.*$/s, '');

/**
 * The content of the regular file of this name; undefined when the archive has none or is
 * truncated.
 * @param {Uint8Array} archive
 * @param {string} name with its folders, as the archive spells it
 */
export function readTarEntry(archive, name) {
  for (let at = 0; at + blockSize <= archive.length;) {
    const header = archive.subarray(at, at + blockSize);
    const size = Number.parseInt(field(header, 124, 12), 8) || 0;
    const folder = field(header, 345, 155);
    const path = (folder === '' ? '' : `${folder}/`) + field(header, 0, 100);
    const start = at + blockSize;
    const isFile = ['0', ''].includes(field(header, 156, 1));
    if (isFile && path === name) {
      return start + size <= archive.length ? archive.subarray(start, start + size) : undefined;
    }
    at = start + Math.ceil(size / blockSize) * blockSize;
  }
  return undefined;
}
