import type { ScrcpyMediaStreamPacket } from '@yume-chan/scrcpy';
import type { Client } from '#core/caller.ts';
import { HandsetError, toHandsetError } from '#core/errors.ts';
import type { Size } from '#core/geometry.ts';
import { fileNameOf } from '#core/link/file-name.ts';
import type { RecordingStatus, VideoDownload } from '#core/link/live.ts';
import type { FinishedRecording, PhoneRecorder, RecordingStarter } from '#core/phone/recording.ts';
import type { AdbPhone } from '../adb/adb-phone.ts';
import type { VideoCodec } from '../adb/scrcpy/video-codecs.ts';
import { cancellable, withLimits } from '../waits/deadline.ts';
import { PacketParser } from './packet-parser.ts';
import { storageFull } from '../files/storage-full.ts';
import type { OpenVideo, RecordingFolder } from './recording-folder.ts';
import type { VideoFile } from './video-file.ts';

/** How long to wait for the first frame: on a busy computer it takes seconds, and slow phones need 20 s to start a video. */
const firstFrameMs = { streaming: 10_000, starting: 25_000 } as const;
/** How often the length and the size are reported. */
const reportMs = 1_000;
/** How long the user's own recordings may get: then the reserve for the index is used up by half. */
const longestRecordingMs = 60 * 60_000;

interface RecorderOptions {
  /** The name by which the user's own calls of the tool go. */
  readonly userName: string;
  /** Turns the phone's live video on while this is true. */
  setRecording(isRecording: boolean): void;
  onStatus(status: RecordingStatus): void;
  createFolder(): Promise<RecordingFolder>;
}

interface StartOptions {
  readonly startedBy: RecordingStarter;
  readonly maxMs: number;
}

/** Records the video of a phone into files, one recording at a time. */
export class ScreenRecorder {
  readonly #options: RecorderOptions;
  #running: Recording | null = null;
  /** The files of the recording that has ended; they are kept until they are discarded. */
  #endedFolder: RecordingFolder | null = null;
  /** What the agent that began it has not been told yet. */
  #unreported: {
    readonly startedBy: RecordingStarter;
    readonly finished: FinishedRecording;
  } | null = null;

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  /** The recorder as the phone's tools use it. */
  recorderOf(phone: AdbPhone): PhoneRecorder {
    const starterOf = (client: Client): RecordingStarter =>
      client.agent === this.#options.userName ? null : client;
    return {
      start: (client, maxMs, signal) =>
        this.#start(phone, { startedBy: starterOf(client), maxMs }, signal),
      stop: async (client, signal) =>
        await cancellable(this.#stopFor(starterOf(client)), {
          signal,
          purpose: 'ending the recording',
        }),
    };
  }

  /** Begins a recording for the user; rejects as PhoneRecorder does. */
  async startForUser(phone: AdbPhone, signal: AbortSignal): Promise<void> {
    await this.#start(phone, { startedBy: null, maxMs: longestRecordingMs }, signal);
  }

  async #start(phone: AdbPhone, options: StartOptions, signal: AbortSignal): Promise<Size> {
    if (this.#running !== null) throw recordedBy(this.#running.startedBy, options.startedBy);
    this.discard();
    this.#unreported = null;
    const recording = new Recording(phone, options, (status) => this.#options.onStatus(status));
    this.#running = recording;
    void recording.finished.then((finished) => this.#onFinished(recording, finished));
    this.#options.setRecording(true);
    return await recording.start(this.#options.createFolder, signal);
  }

  /** Ends the recording, if one runs; resolves when its videos are complete. */
  async stop(): Promise<void> {
    await this.#running?.end(null);
  }

  /** Ends the recording if an agent began it, because of what the user did. */
  endAgentRecording(endReason: string): void {
    if (this.#running !== null && this.#running.startedBy !== null)
      void this.#running.end(endReason, { byUser: true });
  }

  /** Deletes the videos of the recording that has ended. */
  discard(): void {
    void this.#endedFolder?.remove();
    this.#endedFolder = null;
    if (this.#running === null) this.#options.onStatus({ state: 'off' });
  }

  async #stopFor(by: RecordingStarter): Promise<FinishedRecording> {
    const running = this.#running;
    if (running !== null && !isSame(running.startedBy, by)) throw recordedBy(running.startedBy, by);
    await running?.end(null);
    const unreported = this.#unreported;
    if (unreported === null || !isSame(unreported.startedBy, by)) throw nothingRecorded();
    this.#unreported = null;
    return unreported.finished;
  }

  #onFinished(recording: Recording, finished: EndedRecording | null): void {
    this.#running = null;
    this.#options.setRecording(false);
    // It never began: whoever started it was told why.
    if (finished === null) return this.#options.onStatus({ state: 'off' });
    const { folder, ...result } = finished;
    this.#endedFolder = folder;
    const videos = result.videos.map(({ file: _file, ...video }) => video);
    const { startedBy } = recording;
    this.#unreported = { startedBy, finished: { videos, endReason: result.endReason } };
    this.#options.onStatus({ state: 'ended', ...result });
  }
}

interface EndedRecording {
  readonly videos: readonly VideoDownload[];
  readonly endReason: string | null;
  readonly isEndedByUser: boolean;
  readonly folder: RecordingFolder;
}

/** The video that is being written. */
interface CurrentVideo {
  readonly file: VideoFile;
  readonly open: OpenVideo;
  readonly size: Size;
}

/** One recording, from its start to its end. */
class Recording {
  readonly startedBy: RecordingStarter;
  /** Resolves once it has ended: with null where it never began. Never rejects. */
  readonly finished: Promise<EndedRecording | null>;
  readonly #phone: AdbPhone;
  readonly #maxMs: number;
  readonly #startedAtEpochMs = Date.now();
  readonly #onStatus: (status: RecordingStatus) => void;
  readonly #parser = new PacketParser();
  readonly #ended = new AbortController();
  #finish: (finished: EndedRecording | null) => void = () => undefined;
  #begin: (size: Size) => void = () => undefined;
  #fail: (error: HandsetError) => void = () => undefined;
  #folder: RecordingFolder | null = null;
  #videoFile: typeof VideoFile | null = null;
  #current: CurrentVideo | null = null;
  readonly #videos: VideoDownload[] = [];
  #beganAtMs: number | null = null;
  #lastFrameAtMs = 0;
  #bytes = 0;
  #endReason: string | null = null;
  #isEndedByUser = false;
  /** Settles when all packets so far are written. */
  #written: Promise<void> = Promise.resolve();

  constructor(
    phone: AdbPhone,
    { startedBy, maxMs }: StartOptions,
    onStatus: (status: RecordingStatus) => void,
  ) {
    this.#phone = phone;
    this.#maxMs = maxMs;
    this.startedBy = startedBy;
    this.#onStatus = onStatus;
    this.finished = new Promise((resolve) => (this.#finish = resolve));
  }

  /** Resolves with the first frame's size. Rejects when there is none; the recording has ended then. */
  async start(createFolder: () => Promise<RecordingFolder>, signal: AbortSignal): Promise<Size> {
    const { connection, video } = this.#phone;
    const purpose = 'starting the recording';
    const deadlineMs = firstFrameMs[video.isStreaming ? 'streaming' : 'starting'];
    const limits = { signal, lost: connection.lost, deadlineMs, purpose };
    this.#onStatus({ state: 'starting', startedBy: this.#starterName });
    try {
      const size = await withLimits(limits, async (over) => {
        // Loaded on demand: few record.
        const { VideoFile: Loaded } = await import('./video-file.ts').catch(throwNotLoaded);
        this.#videoFile = Loaded;
        const folder = await createFolder();
        if (over.aborted || this.#ended.signal.aborted) {
          folder.close();
          void folder.remove();
          throw stoppedEarly();
        }
        this.#folder = folder;
        const began = new Promise<Size>((resolve, reject) => {
          this.#begin = resolve;
          this.#fail = reject;
        });
        await this.#listen();
        return await began;
      });
      this.#watchEnd();
      return size;
    } catch (thrown) {
      await this.end(null);
      throw startError(toHandsetError(thrown));
    }
  }

  /** Ends it, once; resolves when the videos are complete. `endReason` is null when it was stopped. */
  async end(endReason: string | null, { byUser = false } = {}): Promise<void> {
    if (!this.#ended.signal.aborted) {
      this.#endReason = endReason;
      this.#isEndedByUser = byUser;
      this.#ended.abort();
      this.#fail(stoppedEarly());
      void this.#phone.video.setPacketListener(null);
      const lastFrameUs = (performance.now() - this.#lastFrameAtMs) * 1000;
      this.#written = this.#written.then(() => this.#close(lastFrameUs));
    }
    await this.finished;
  }

  get #starterName(): string | null {
    return this.startedBy?.agent ?? null;
  }

  async #listen(): Promise<void> {
    await this.#phone.video.setPacketListener({
      onPacket: async (packet, codec) => {
        this.#written = this.#written.then(() => this.#handlePacket(packet, codec));
        await this.#written;
      },
      onFailed: (error) => {
        if (this.#beganAtMs === null) this.#fail(error);
        else void this.end(error.message);
      },
    });
  }

  /** Reports its length, and ends it when its time is over or the phone is lost. */
  #watchEnd(): void {
    const { lost } = this.#phone.connection;
    const onLost = (): void => void this.end(toHandsetError(lost.reason).message);
    const report = setInterval(() => this.#reportProgress(), reportMs);
    const timer = setTimeout(() => void this.end(lengthReached(this.#maxMs)), this.#maxMs);
    lost.addEventListener('abort', onLost, { once: true });
    if (lost.aborted) onLost();
    void this.finished.then(() => {
      clearInterval(report);
      clearTimeout(timer);
      lost.removeEventListener('abort', onLost);
    });
    this.#reportProgress();
  }

  #reportProgress(): void {
    if (this.#ended.signal.aborted) return;
    const elapsedMs = performance.now() - (this.#beganAtMs ?? performance.now());
    const startedBy = this.#starterName;
    this.#onStatus({ state: 'recording', startedBy, elapsedMs, bytes: this.#bytes });
  }

  /** Never rejects: a failure ends the recording. */
  async #handlePacket(packet: ScrcpyMediaStreamPacket, codec: VideoCodec): Promise<void> {
    if (this.#ended.signal.aborted) return;
    try {
      const frame = this.#parser.parse(packet, codec);
      if (frame === null) return;
      if (this.#parser.hasChanged) await this.#beginVideo(codec);
      await this.#current?.file.add(frame);
      this.#bytes += frame.bytes.length;
      this.#lastFrameAtMs = performance.now();
      if (this.#beganAtMs === null && this.#current !== null) {
        this.#beganAtMs = this.#lastFrameAtMs;
        this.#begin(this.#current.size);
      }
    } catch (thrown) {
      const error = toHandsetError(thrown);
      this.#fail(error);
      void this.end(error.message);
    }
  }

  /** A turn of the screen begins a new file: one file has one size. */
  async #beginVideo(codec: VideoCodec): Promise<void> {
    await this.#endVideo((performance.now() - this.#lastFrameAtMs) * 1000);
    if (this.#folder === null || this.#videoFile === null) return;
    const onFull = (): void => void this.end(storageFull('The recording ended early').message);
    const open = await this.#folder.createVideo(onFull);
    const { codecString, size } = this.#parser;
    const file = new this.#videoFile(open, { codec, codecString, size });
    await file.start();
    this.#current = { file, open, size };
  }

  async #endVideo(lastFrameUs: number): Promise<void> {
    if (this.#current === null) return;
    const { file, open, size } = this.#current;
    this.#current = null;
    const finishing = file.finish(lastFrameUs);
    await finishing.catch(() => open.close());
    const { durationMs } = await finishing;
    const written = await open.close();
    const fileName = this.#nextFileName();
    this.#videos.push({ fileName, durationMs, bytes: written.size, size, file: written });
  }

  /** Never rejects: a video that can't be completed is left out, with the reason. */
  async #close(lastFrameUs: number): Promise<void> {
    const hasBegun = this.#beganAtMs !== null;
    await this.#endVideo(lastFrameUs).catch((thrown: unknown) => {
      this.#endReason = `The last video couldn't be completed: ${toHandsetError(thrown).message}`;
      this.#isEndedByUser = false;
    });
    this.#folder?.close();
    if (this.#folder !== null && hasBegun) {
      const endReason = this.#endReason;
      const isEndedByUser = this.#isEndedByUser;
      this.#finish({ videos: this.#videos, endReason, isEndedByUser, folder: this.#folder });
    } else {
      void this.#folder?.remove();
      this.#finish(null);
    }
  }

  #nextFileName(): string {
    const name = fileNameOf(this.#phone.connection.model, this.#startedAtEpochMs, 'mp4');
    const number = this.#videos.length + 1;
    return number === 1 ? name : name.replace(/\.mp4$/, ` (${number}).mp4`);
  }
}

function lengthReached(maxMs: number): string {
  return `The recording reached its limit of ${Math.round(maxMs / 1000)} s.`;
}

function stoppedEarly(): HandsetError {
  return new HandsetError('cancelled', 'The recording was stopped before it began.');
}

function isSame(one: RecordingStarter, other: RecordingStarter): boolean {
  return one?.id === other?.id;
}

/** Why this one can neither start a recording nor stop the one that runs. */
function recordedBy(startedBy: RecordingStarter, by: RecordingStarter): HandsetError {
  if (isSame(startedBy, by))
    return new HandsetError('invalid-argument', 'You are already recording the screen.', {
      hint: 'Stop that recording first.',
    });
  if (startedBy === null)
    return new HandsetError('invalid-argument', 'The user is recording the screen.', {
      hint: 'Only the user can stop it, in the Handset console.',
    });
  const { agent } = startedBy;
  const name = agent === by?.agent ? `another client named ${agent}` : agent;
  return new HandsetError('invalid-argument', `The screen is being recorded for ${name}.`, {
    hint: 'Only that agent, or the user in the Handset console, can stop the recording.',
  });
}

function nothingRecorded(): HandsetError {
  return new HandsetError('invalid-argument', 'The screen is not being recorded.', {
    hint: 'Start a recording first.',
  });
}

/** Why a recording did not begin, with what helps. */
function startError(error: HandsetError): HandsetError {
  const { code, message } = error;
  const cause = error;
  if (code === 'timeout')
    return new HandsetError('timeout', 'The phone has sent no video to record.', {
      hint: 'The display may be off: wake the phone, then start the recording again.',
      cause,
    });
  if (code !== 'unsupported' && code !== 'command-failed') return error;
  const hint =
    error.hint ??
    "Recording needs live video. The line below the phone's screen in the console says why there is none.";
  return new HandsetError(code, `The screen can't be recorded: ${message}`, { hint, cause });
}

function throwNotLoaded(cause: unknown): never {
  throw new HandsetError('internal', "The video writer couldn't be loaded.", {
    hint: `Check that ${self.location.origin} is still running, then reload the page.`,
    cause,
  });
}
