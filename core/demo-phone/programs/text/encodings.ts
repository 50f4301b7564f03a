import { md5 } from '../../adbd/auth/md5.ts';
import { concat, decode } from '../../shell/bytes.ts';
import { baseName } from '../../shell/paths.ts';
import { parseArguments } from '../arguments.ts';
import type { Program } from '../program.ts';
import { sha1, sha256 } from './digests.ts';
import { openSources } from './sources.ts';

const digests: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  md5sum: md5,
  sha1sum: sha1,
  sha256sum: sha256,
};

/** `md5sum`, `sha1sum`, `sha256sum [-b] [FILE…]`; `-b` prints the digest alone. */
export const checksums: Program = {
  names: Object.keys(digests),
  run: async (context) => {
    const [name, ...words] = context.argv;
    const { flags, operands } = parseArguments(words);
    const digest = digests[baseName(name)] ?? md5;
    const { sources, failed } = await openSources(context, operands);
    for (const source of sources) {
      const hex = [...digest(await source.input.readAll())]
        .map((byte) => byte.toString(16).padStart(2, '0'))
        .join('');
      await context.out(flags.has('b') ? `${hex}\n` : `${hex}  ${source.name}\n`);
    }
    return Number(failed);
  },
};

/** Characters on a line of `base64` without `-w`, as toybox has it. */
const lineLength = 76;

/** `base64 [-d] [-w N] [FILE]` */
export const base64: Program = {
  names: ['base64'],
  run: async (context) => {
    const [, ...words] = context.argv;
    const { flags, values, operands } = parseArguments(words, ['w']);
    const { sources, failed } = await openSources(context, operands);
    const bytes = concat(await Promise.all(sources.map(({ input }) => input.readAll())));
    if (flags.has('d')) {
      const binary = atob(decode(bytes).replace(/[^A-Za-z0-9+/=]/g, ''));
      await context.out(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
      return Number(failed);
    }
    let binary = '';
    for (const byte of bytes) binary += String.fromCharCode(byte);
    const width = Number(values.get('w') ?? lineLength);
    const text = btoa(binary);
    // Made of a number.
    const lines = width === 0 ? [text] : (text.match(new RegExp(`.{1,${width}}`, 'g')) ?? []);
    await context.out(lines.map((line) => (width === 0 ? line : `${line}\n`)).join(''));
    return Number(failed);
  },
};
