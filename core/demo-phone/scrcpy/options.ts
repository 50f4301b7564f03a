import { JavaError, logLevels, mainFrames, type ServerLog, type ServerLogLevel } from './log.ts';

/** The version that the demo phone's server is of; a client of another one is refused. */
const serverVersion = '3.3.3';

/** What the client wants, with the server's defaults (Options.java), as far as it makes a difference here. */
export interface ServerOptions {
  readonly logLevel: ServerLogLevel;
  /** The socket's number; -1: its name has none. */
  readonly scid: number;
  readonly video: boolean;
  readonly videoCodec: string;
  /** The encoder's name; undefined: the phone's first one for the codec. */
  readonly videoEncoder: string | undefined;
  /** Pixels of the video's longer side, a multiple of 8; 0: as many as the display has. */
  readonly maxSize: number;
  /** Bits per second. */
  readonly videoBitRate: number;
  /** 0: as many as the display has. */
  readonly maxFps: number;
  readonly downsizeOnError: boolean;
  readonly audio: boolean;
  readonly audioCodec: string;
  readonly control: boolean;
  readonly tunnelForward: boolean;
  readonly sendDummyByte: boolean;
  readonly sendDeviceMeta: boolean;
  readonly sendCodecMeta: boolean;
  readonly sendFrameMeta: boolean;
  readonly clipboardAutosync: boolean;
  readonly cleanup: boolean;
  readonly powerOn: boolean;
  readonly showTouches: boolean;
  readonly stayAwake: boolean;
  /** Milliseconds; -1: as it is. */
  readonly screenOffTimeoutMs: number;
  readonly powerOffOnClose: boolean;
  /** What is to be listed instead of serving. */
  readonly lists: readonly string[];
}

/** Keys that are known and change nothing on this phone. */
const withoutEffect = new Set(
  [
    'video_source audio_source audio_dup audio_bit_rate angle crop',
    'display_id video_codec_options audio_codec_options audio_encoder',
    'camera_id camera_size camera_facing camera_ar camera_fps camera_high_speed',
    'new_display vd_destroy_content vd_system_decorations capture_orientation display_ime_policy',
  ].flatMap((words) => words.split(' ')),
);

const listKeys = [
  'list_encoders',
  'list_displays',
  'list_cameras',
  'list_camera_sizes',
  'list_apps',
] as const;

const switches = [
  'video',
  'audio',
  'control',
  'tunnel_forward',
  'send_dummy_byte',
  'send_device_meta',
  'send_codec_meta',
  'send_frame_meta',
  'downsize_on_error',
  'clipboard_autosync',
  'cleanup',
  'power_on',
  'show_touches',
  'stay_awake',
  'power_off_on_close',
  'raw_stream',
  ...listKeys,
] as const;

/** Keys with a value of their own. */
const others = [
  'scid',
  'log_level',
  'screen_off_timeout',
  'max_size',
  'video_bit_rate',
  'max_fps',
  'video_encoder',
];

const codecs: Readonly<Record<string, readonly string[]>> = {
  video_codec: ['h264', 'h265', 'av1'],
  audio_codec: ['opus', 'aac', 'flac', 'raw'],
};

/** Reads the server's arguments. Throws a JavaError for a wrong version or value; warns of unknown keys. */
export function parseOptions(words: readonly string[], log: ServerLog): ServerOptions {
  const [version, ...pairs] = words;
  if (version === undefined) throw illegal('Missing client version');
  if (version !== serverVersion) {
    throw illegal(`The server version (${serverVersion}) does not match the client (${version})`);
  }
  const values = new Map(pairs.map(split));
  for (const [key, value] of values) check(key, value, log);
  return fromValues(values);
}

function split(pair: string): readonly [string, string] {
  const equals = pair.indexOf('=');
  if (equals < 0) throw illegal(`Invalid key=value pair: "${pair}"`);
  return [pair.slice(0, equals), pair.slice(equals + 1)];
}

function check(key: string, value: string, log: ServerLog): void {
  if (codecs[key]?.includes(value) === false) {
    const kind = key === 'video_codec' ? 'Video' : 'Audio';
    throw illegal(`${kind} codec ${value} not supported`);
  }
  const known =
    withoutEffect.has(key) ||
    switches.some((name) => name === key) ||
    Object.hasOwn(codecs, key) ||
    others.includes(key);
  if (!known) log.warn(`Unknown server option: ${key}`);
}

function fromValues(values: ReadonlyMap<string, string>): ServerOptions {
  /** Boolean.parseBoolean: whatever is not `true` is false. */
  const isOn = (key: (typeof switches)[number], otherwise: boolean): boolean =>
    (values.get(key)?.toLowerCase() ?? String(otherwise)) === 'true';
  const raw = isOn('raw_stream', false);
  return {
    logLevel: levelOf(values.get('log_level') ?? 'info'),
    scid: scidOf(values.get('scid') ?? '-1'),
    video: isOn('video', true),
    videoCodec: values.get('video_codec') ?? 'h264',
    videoEncoder: values.get('video_encoder') || undefined,
    maxSize: integer(values.get('max_size') ?? '0', 10) & ~7,
    videoBitRate: integer(values.get('video_bit_rate') ?? '8000000', 10),
    maxFps: float(values.get('max_fps') ?? '0'),
    downsizeOnError: isOn('downsize_on_error', true),
    audio: isOn('audio', true),
    audioCodec: values.get('audio_codec') ?? 'opus',
    control: isOn('control', true),
    tunnelForward: isOn('tunnel_forward', false),
    sendDummyByte: !raw && isOn('send_dummy_byte', true),
    sendDeviceMeta: !raw && isOn('send_device_meta', true),
    sendCodecMeta: !raw && isOn('send_codec_meta', true),
    sendFrameMeta: !raw && isOn('send_frame_meta', true),
    clipboardAutosync: isOn('clipboard_autosync', true),
    cleanup: isOn('cleanup', true),
    powerOn: isOn('power_on', true),
    showTouches: isOn('show_touches', false),
    stayAwake: isOn('stay_awake', false),
    screenOffTimeoutMs: integer(values.get('screen_off_timeout') ?? '-1', 10),
    powerOffOnClose: isOn('power_off_on_close', false),
    lists: listKeys.filter((key) => isOn(key, false)),
  };
}

function levelOf(name: string): ServerLogLevel {
  const level = logLevels.find((known) => known === name.toUpperCase());
  if (level !== undefined) return level;
  throw illegal(`No enum constant com.genymobile.scrcpy.util.Ln.Level.${name.toUpperCase()}`);
}

/** Hexadecimal, of 31 bits. */
function scidOf(text: string): number {
  const scid = integer(text, 16);
  if (scid >= -1) return scid;
  throw illegal(`scid may not be negative (except -1 for 'none'): ${scid}`);
}

/** Integer.parseInt. */
function integer(text: string, radix: 10 | 16): number {
  const digits = radix === 10 ? /^[-+]?\d+$/ : /^[-+]?[\da-f]+$/i;
  const value = digits.test(text) ? Number.parseInt(text, radix) : NaN;
  if (Math.abs(value) < 2 ** 31) return value;
  throw new JavaError({
    name: 'java.lang.NumberFormatException',
    message: `For input string: "${text}"${radix === 16 ? ' under radix 16' : ''}`,
    frames: ['java.lang.Integer.parseInt(Integer.java:652)', ...optionFrames],
  });
}

/** Float.parseFloat, without hexadecimal. */
function float(text: string): number {
  const value = text.trim() === '' ? NaN : Number(text.trim().replace(/[fd]$/i, ''));
  if (!Number.isNaN(value)) return value;
  throw new JavaError({
    name: 'java.lang.NumberFormatException',
    message: `For input string: "${text}"`,
    frames: ['java.lang.Float.parseFloat(Float.java:451)', ...optionFrames],
  });
}

/** Guess: the line numbers. */
const optionFrames = [
  'com.genymobile.scrcpy.Options.parse(Options.java:299)',
  'com.genymobile.scrcpy.Server.internalMain(Server.java:224)',
  ...mainFrames,
];

function illegal(message: string): JavaError {
  return new JavaError({
    name: 'java.lang.IllegalArgumentException',
    message,
    frames: optionFrames,
  });
}
