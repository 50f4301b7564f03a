/** Programs for the phone of other projects, which the build puts beside the site; see app/build/third-party.mjs. */
import { HandsetError, describeThrown } from '#core/errors.ts';
import { abortable } from '../../waits/deadline.ts';

/** The version of the scrcpy server; Tango's protocol and the server must match exactly. */
export const serverVersion = '3.3.3';

/** A program's name for messages, and its file relative to the site's root. */
interface ProgramFile {
  readonly name: string;
  readonly path: string;
}

export const scrcpyServerFile: ProgramFile = {
  name: 'the scrcpy server',
  path: `third-party/scrcpy-server-${serverVersion}.jar`,
};

export const yadbFile: ProgramFile = { name: 'yadb', path: 'third-party/yadb-1.1.1.jar' };

/** Loads a program's bytes. Rejects with a HandsetError that says why there are none. */
export type ProgramLoader = (signal: AbortSignal) => Promise<Uint8Array>;

/** The files have up to 90 kB and come from the page's own host; a host that hangs must not block every input. */
const loadDeadlineMs = 20_000;
/** "PK", the start of an archive; a host that answers every address with a page sends something else. */
const zipSignature = [0x50, 0x4b];

/** A loader for a program published with the worker at this address, which loads it once. Rejects with `unsupported`. */
export function createProgramLoader(
  { name, path }: ProgramFile,
  workerAddress: string,
): ProgramLoader {
  // Scripts are one folder below the site's root.
  const { href } = new URL(`../${path}`, workerAddress);
  let loading: Promise<Uint8Array> | null = null;
  return async (signal) => {
    loading ??= fetchFile(href).catch((error: unknown) => {
      loading = null;
      throw error;
    });
    const bytes = await abortable(loading, signal).catch((cause: unknown) => {
      const message = `${name.replace(/^the/, 'The')} couldn't be loaded from ${href}: ${describeThrown(cause)}.`;
      throw new HandsetError('unsupported', message, { cause });
    });
    if (zipSignature.every((byte, i) => bytes[i] === byte)) return bytes;
    loading = null;
    throw notPublished(name);
  };
}

/** Empty when the host has no such file. */
async function fetchFile(address: string): Promise<Uint8Array> {
  const response = await fetch(address, { signal: AbortSignal.timeout(loadDeadlineMs) });
  return response.ok ? new Uint8Array(await response.arrayBuffer()) : new Uint8Array();
}

function notPublished(name: string): HandsetError {
  return new HandsetError(
    'unsupported',
    `This build of Handset has no ${name.replace(/^the /, '')} (it was built without a network connection); run npm run build again.`,
  );
}
