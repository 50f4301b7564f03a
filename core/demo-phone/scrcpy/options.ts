import { type VideoCodec, videoCodecs } from '../video.ts';
import { JavaError, type ServerLog } from './log.ts';

/** The version of the demo phone's server; clients of other versions are refused. */
const serverVersion = '3.3.3';

/** The client's options with the server's defaults (Options.java), as far as they are supported. */
export interface ServerOptions {
  /** `scrcpy_00001234`, or `scrcpy` for a client without a number. */
  readonly socketName: string;
  /** What the only socket is used for. */
  readonly serves: 'video' | 'control';
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

/** Options that must have these values: no audio, no device name, one socket on which the server listens. */
const fixed: Readonly<Record<string, string>> = {
  audio: 'false',
  tunnel_forward: 'true',
  send_device_meta: 'false',
};

/** Options without an effect on this phone. */
const withoutEffect = ['clipboard_autosync', 'log_level', 'power_on'];

/** Parses the server's arguments. Throws a JavaError for a wrong version or value; logs a warning for unknown keys. */
export function parseOptions(words: readonly string[], log: ServerLog): ServerOptions {
  const [version, ...pairs] = words;
  if (version === undefined) throw illegal('Missing client version');
  if (version !== serverVersion) {
    throw illegal(`The server version (${serverVersion}) does not match the client (${version})`);
  }
  const values = new Map(pairs.map(split));
  const take = (key: string, otherwise: string): string => {
    const value = values.get(key) ?? otherwise;
    values.delete(key);
    return value;
  };
  for (const [key, value] of Object.entries(fixed))
    if (take(key, '') !== value) throw illegal(`The demo phone’s server wants ${key}=${value}`);
  const video = take('video', 'true') === 'true';
  if (video === (take('control', 'true') === 'true'))
    throw illegal('The demo phone’s server shows or is controlled, one of them at a time');
  const wanted = take('video_codec', 'h264');
  const videoCodec = videoCodecs.find((codec) => codec === wanted);
  if (videoCodec === undefined) throw illegal(`Video codec ${wanted} not supported`);
  const scid = take('scid', '');
  const options: ServerOptions = {
    socketName: scid === '' ? 'scrcpy' : `scrcpy_${scid.padStart(8, '0')}`,
    serves: video ? 'video' : 'control',
    videoCodec,
    maxSize: Number(take('max_size', '0')) & ~7,
    videoBitRate: Number(take('video_bit_rate', '8000000')),
    maxFps: Number(take('max_fps', '0')),
    cleanup: take('cleanup', 'true') === 'true',
  };
  for (const key of values.keys())
    if (!withoutEffect.includes(key)) log.warn(`Unknown server option: ${key}`);
  return options;
}

function split(pair: string): readonly [string, string] {
  const equals = pair.indexOf('=');
  if (equals < 0) throw illegal(`Invalid key=value pair: "${pair}"`);
  return [pair.slice(0, equals), pair.slice(equals + 1)];
}

function illegal(message: string): JavaError {
  return new JavaError('java.lang.IllegalArgumentException', message);
}
