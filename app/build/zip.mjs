/** Writes a ZIP archive (APPNOTE.TXT 6.3). Plain Node without npm packages. */
import { crc32, deflateRawSync } from 'node:zlib';

/** Version 2.0 of the format, which has folders and deflate. */
const formatVersion = 20;
/** File names are UTF-8. */
const utf8Flag = 0x0800;
const deflate = 8;
/** 1 January 1980, the earliest date: the same files give the same archive. */
const earliestDate = 0x21;

/** The fields that a file's two headers share. */
function sharedFields(/** @type {{ name: Buffer, bytes: Buffer, packed: Buffer }} */ file) {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(formatVersion, 0);
  fields.writeUInt16LE(utf8Flag, 2);
  fields.writeUInt16LE(deflate, 4);
  fields.writeUInt16LE(earliestDate, 8);
  fields.writeUInt32LE(crc32(file.bytes), 10);
  fields.writeUInt32LE(file.packed.length, 14);
  fields.writeUInt32LE(file.bytes.length, 18);
  fields.writeUInt16LE(file.name.length, 22);
  return fields;
}

const signature = (/** @type {number} */ value) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

/**
 * The archive of these files.
 * @param {readonly { readonly path: string, readonly bytes: Buffer }[]} files with `/` in their paths
 */
export function zip(files) {
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const { path, bytes } of files) {
    const file = { name: Buffer.from(path), bytes, packed: deflateRawSync(bytes, { level: 9 }) };
    const fields = sharedFields(file);
    const local = Buffer.concat([signature(0x04034b50), fields, file.name, file.packed]);
    // Comment, disk and attributes are empty.
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(signature(0x02014b50), fields.subarray(0, 2), fields, rest, file.name);
    parts.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, central, signature(0x06054b50), end]);
}
