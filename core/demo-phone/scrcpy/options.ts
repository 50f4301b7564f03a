import { type VideoCodec, videoCodecs } from '../canvas-and-video.ts';
import { JavaError, type ServerLog } from './log.ts';

/** The version of the demo phone's server; clients of other versions are refused. */
const serverVersion = '3.3.3';

/** The client's options with the server's defaults (Options.java), as far as they are supported. */
export interface ServerOptions {
  /** `scrcpy_00001234`, or `scrcpy` for a client without a number. */
  readonly socketName: string;
  /** Whether the client opens a socket for video, and after it one for control messages. */
  readonly video: boolean;
  readonly control: boolean;
  readonly videoCodec: VideoCodec;
  /** Maximum pixels of the video's longer side, a multiple of 8; 0 for the display size. */
  readonly maxSize: number;
  /** Bits per second. */
  readonly videoBitRate: number;
  /** Maximum frames per second; 0 for the frame rate of the display. */
  readonly maxFps: number;
  /** Whether the server deletes its jar. */
  readonly cleanup: boolean;
}

/** Options that must have these values: no audio, no device name, the server listens. */
const requiredValues: Readonly<Record<string, string>> = {
  audio: 'false',
  tunnel_forward: 'true',
  send_device_meta: 'false',
};

/** Options without an effect on this phone. */
const ignoredKeys = ['clipboard_autosync', 'log_level', 'power_on'];

/** Whether the arguments ask for the list of apps, which the server prints instead of serving a client. */
export function requestsAppList([version, ...pairs]: readonly string[]): boolean {
  return version === serverVersion && pairs.includes('list_apps=true');
}

/** Parses the server's arguments. Throws a JavaError for a wrong version or value; logs a warning for unknown keys. */
export function parseServerOptions(args: readonly string[], log: ServerLog): ServerOptions {
  const [version, ...pairs] = args;
  if (version === undefined) throw illegalArgument('Missing client version');
  if (version !== serverVersion) {
    throw illegalArgument(
      `The server version (${serverVersion}) does not match the client (${version})`,
    );
  }
  const values = new Map(pairs.map(parsePair));
  const consumeOption = (key: string, fallback: string): string => {
    const value = values.get(key) ?? fallback;
    values.delete(key);
    return value;
  };
  for (const [key, value] of Object.entries(requiredValues))
    if (consumeOption(key, '') !== value)
      throw illegalArgument(`The demo phone’s server wants ${key}=${value}`);
  const codecName = consumeOption('video_codec', 'h264');
  const videoCodec = videoCodecs.find((codec) => codec === codecName);
  if (videoCodec === undefined) throw illegalArgument(`Video codec ${codecName} not supported`);
  const scid = consumeOption('scid', '');
  const options: ServerOptions = {
    socketName: scid === '' ? 'scrcpy' : `scrcpy_${scid.padStart(8, '0')}`,
    video: consumeOption('video', 'true') === 'true',
    control: consumeOption('control', 'true') === 'true',
    videoCodec,
    maxSize: Number(consumeOption('max_size', '0')) & ~7,
    videoBitRate: Number(consumeOption('video_bit_rate', '8000000')),
    maxFps: Number(consumeOption('max_fps', '0')),
    cleanup: consumeOption('cleanup', 'true') === 'true',
  };
  for (const key of values.keys())
    if (!ignoredKeys.includes(key)) log.warn(`Unknown server option: ${key}`);
  return options;
}

function parsePair(pair: string): readonly [string, string] {
  const equals = pair.indexOf('=');
  if (equals < 0) throw illegalArgument(`Invalid key=value pair: "${pair}"`);
  return [pair.slice(0, equals), pair.slice(equals + 1)];
}

function illegalArgument(message: string): JavaError {
  return new JavaError('java.lang.IllegalArgumentException', message);
}
