import { HandsetError, describeThrown } from '#core/errors.ts';

/** The version of the scrcpy server; Tango's protocol and the server must match exactly. */
export const serverVersion = '3.3.3';

/** Where the build puts the server, relative to the site's root. */
export const serverPath = `third-party/scrcpy-server-${serverVersion}.jar`;

/** Loads the scrcpy server's bytes. Rejects with a HandsetError that says why there are none. */
export type ServerLoader = (signal: AbortSignal) => Promise<Uint8Array>;

/** The file has 90 kB and comes from the page's own host; a host that hangs must not block every input. */
const loadDeadlineMs = 20_000;
/** "PK", the start of an archive; a host that answers every address with a page sends something else. */
const zipSignature = [0x50, 0x4b];

/** A loader for the server published with the worker at this address. Rejects with `unsupported`. */
export function createServerLoader(workerAddress: string): ServerLoader {
  return async (signal) => {
    // Scripts are one folder below the site's root.
    const { href } = new URL(`../${serverPath}`, workerAddress);
    const ended = AbortSignal.any([signal, AbortSignal.timeout(loadDeadlineMs)]);
    const bytes = await fetchServerFile(href, ended).catch((cause: unknown) => {
      const message = `The scrcpy server could not be loaded from ${href}: ${describeThrown(cause)}.`;
      throw new HandsetError('unsupported', message, { cause });
    });
    if (zipSignature.some((byte, i) => bytes[i] !== byte)) throw notPublished();
    return bytes;
  };
}

/** Empty when the host has no such file. */
async function fetchServerFile(address: string, signal: AbortSignal): Promise<Uint8Array> {
  const response = await fetch(address, { signal });
  return response.ok ? new Uint8Array(await response.arrayBuffer()) : new Uint8Array();
}

function notPublished(): HandsetError {
  return new HandsetError(
    'unsupported',
    'This build of Handset has no scrcpy server (it was built without network); run npm run build again.',
  );
}
