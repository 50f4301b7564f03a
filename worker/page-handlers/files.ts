/** Handlers of the page's calls about the connected phone's files. */
import type { CallHandlers } from '#core/link/link.ts';
import type { FileFailure } from '#core/phone/files.ts';
import type { AdbConnection } from '../adb/transport/connection.ts';
import { runCommand } from '../adb/transport/run-command.ts';
import type { Download } from '../files/download.ts';
import type { OutgoingFile } from '../files/transfers.ts';
import type { PhoneSession } from '../session/session.ts';
import { type Emit, action, notLoaded } from './shared.ts';

interface FileParts {
  readonly session: PhoneSession;
  readonly emit: Emit;
}

/** Waits for a module that is loaded on demand: many people never look at files. */
async function loaded<Module>(module: Promise<Module>): Promise<Module> {
  try {
    return await module;
  } catch (error) {
    throw notLoaded('The part for files', error);
  }
}
const loadCommands = () => loaded(import('#core/commands/files.ts'));
const loadReading = () => loaded(import('../files/phone-files.ts'));
const loadTransfers = () => loaded(import('../files/transfers.ts'));

export function fileHandlers({ session, emit }: FileParts) {
  /** What was downloaded and is kept until the page releases it. */
  const downloads = new Map<number, Download>();
  const connect: Connect = async (signal) => (await session.phone(signal)).connection;
  return {
    listFolder: async ({ path }, signal) => {
      const { listFolder } = await loadReading();
      return await listFolder(await connect(signal), path, signal);
    },
    countFiles: async ({ paths }, signal) => {
      const { findFiles } = await loaded(import('../files/zip.ts'));
      const { files, totalBytes, failures } = await findFiles(await connect(signal), paths, signal);
      const folders = files.filter(({ file }) => file.kind === 'folder').length;
      return { files: files.length - folders, folders, totalBytes, unread: failures.length };
    },
    readFileStart: async ({ path, maxBytes }, signal) => {
      const { fetchFile } = await loadReading();
      const { stream } = await fetchFile(await connect(signal), path, signal);
      const bytes = new Uint8Array(maxBytes);
      let length = 0;
      for await (const chunk of stream) {
        bytes.set(chunk.subarray(0, maxBytes - length), length);
        length = Math.min(maxBytes, length + chunk.length);
        if (length === maxBytes) break;
      }
      return bytes.slice(0, length);
    },
    downloadFiles: async ({ id, paths }, signal) => {
      const { download } = await loaded(import('../files/download.ts'));
      const onProgress = (sentBytes: number, totalBytes: number): void =>
        emit('transfer', { id, stage: 'receiving', sentBytes, totalBytes });
      const done = await download(await connect(signal), { paths, onProgress }, signal);
      downloads.set(id, done);
      const { file, name, failures } = done;
      return { file, name, failures };
    },
    releaseDownload: action(({ id, afterMs }) => {
      void downloads.get(id)?.remove(afterMs);
      downloads.delete(id);
    }),
    ...changeHandlers(connect),
    ...sendHandlers(connect, emit),
  } satisfies Partial<CallHandlers>;
}

type Connect = (signal: AbortSignal) => Promise<AdbConnection>;

function changeHandlers(connect: Connect) {
  return {
    makeFolder: action(async ({ path }, signal) => {
      const { makeFolder } = await loadCommands();
      await runCommand(await connect(signal), makeFolder(path), signal);
    }),
    renameFile: action(async ({ from, to }, signal) => {
      const { renameFile, scanMedia } = await loadCommands();
      const connection = await connect(signal);
      await runCommand(connection, renameFile(from, to), signal);
      await runCommand(connection, scanMedia([from, to]), signal);
    }),
    deleteFiles: async ({ paths }, signal) => {
      const { deleteFiles, deleteGroups, scanMedia } = await loadCommands();
      const connection = await connect(signal);
      const failures: FileFailure[] = [];
      for (const group of deleteGroups(paths)) {
        failures.push(...(await runCommand(connection, deleteFiles(group), signal)));
        await runCommand(connection, scanMedia(group), signal);
      }
      return failures;
    },
  } satisfies Partial<CallHandlers>;
}

function sendHandlers(connect: Connect, emit: Emit) {
  /** The file, with its progress sent to the page. */
  const withProgress = ({
    id,
    file,
  }: {
    readonly id: number;
    readonly file: File;
  }): OutgoingFile => {
    return { file, onProgress: (progress) => emit('transfer', { id, ...progress }) };
  };

  return {
    installApk: async (chosen, signal) => {
      const { installApk } = await loadTransfers();
      const output = await installApk(await connect(signal), withProgress(chosen), signal);
      return { output };
    },
    pushFile: async ({ folder, ...chosen }, signal) => {
      const { pushFile } = await loadTransfers();
      const outgoing = { folder, ...withProgress(chosen) };
      return { path: await pushFile(await connect(signal), outgoing, signal) };
    },
  } satisfies Partial<CallHandlers>;
}
