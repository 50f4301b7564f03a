import { HandsetError, describeThrown } from '../../core/errors.ts';

/** The version of the scrcpy server; Tango's protocol and the server must agree to the last digit. */
export const serverVersion = '3.3.3';

/** Where the build publishes the server, from the site's root. */
export const serverPath = `third-party/scrcpy-server-${serverVersion}.jar`;

/** Gets the scrcpy server's bytes. Rejects with a HandsetError that says why there are none. */
export type ServerLoader = (signal: AbortSignal) => Promise<Uint8Array>;

/** 90 kB from the place that the page came from; a host that hangs must not keep every act waiting. */
const loadDeadlineMs = 20_000;
/** The server is an archive; a host that answers every address with a page has none. */
const archiveStart = [0x50, 0x4b];

/** Fetches the server that was published with a worker of this address. Rejects with `unsupported`. */
export function fetchServerFor(workerAddress: string): ServerLoader {
  return async (signal) => {
    // Scripts lie one folder below the site's root.
    const { href } = new URL(`../${serverPath}`, workerAddress);
    const ended = AbortSignal.any([signal, AbortSignal.timeout(loadDeadlineMs)]);
    const bytes = await load(href, ended).catch((cause: unknown) => {
      const why = `The scrcpy server could not be loaded from ${href}: ${describeThrown(cause)}.`;
      throw new HandsetError('unsupported', why, { cause });
    });
    if (archiveStart.some((byte, i) => bytes[i] !== byte)) throw notPublished();
    return bytes;
  };
}

/** Empty where the host has no such file. */
async function load(address: string, signal: AbortSignal): Promise<Uint8Array> {
  const response = await fetch(address, { signal });
  return response.ok ? new Uint8Array(await response.arrayBuffer()) : new Uint8Array();
}

function notPublished(): HandsetError {
  return new HandsetError(
    'unsupported',
    'This build of Handset has no scrcpy server (it was built without network); run npm run build again.',
  );
}
