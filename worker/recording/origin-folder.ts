import { HandsetError } from '#core/errors.ts';
import { type OriginFile, createOriginFolder } from '../files/origin-folder.ts';
import { storageFull } from '../files/storage-full.ts';
import type { RecordingFolder } from './recording-folder.ts';

/** Bytes that are kept free, so that a video can be completed when the disk is full: the index of two hours at 60 frames a second. */
const reserveBytes = 8_000_000;
/** How long the browser may still read a video that was downloaded. */
const downloadMs = 60_000;

/** Creates a folder for a recording; rejects as `createOriginFolder` does. */
export async function createRecordingFolder(): Promise<RecordingFolder> {
  const folder = await createOriginFolder();
  let reserve: OriginFile;
  try {
    reserve = await folder.createFile('reserve');
    // It takes room until it is emptied.
    reserve.write(new Uint8Array(reserveBytes), 0);
  } catch (cause) {
    void folder.remove(0);
    const isFull = cause instanceof HandsetError && cause.code === 'storage-full';
    throw isFull ? storageFull('There is no room for a recording', cause) : cause;
  }
  let videoCount = 0;
  let isFull = false;
  return {
    createVideo: async (onFull) => {
      const file = await folder.createFile(`${++videoCount}.mp4`);
      return {
        write: (bytes, position) => {
          try {
            file.write(bytes, position);
          } catch (error) {
            if (isFull) throw error;
            isFull = true;
            reserve.truncate(0);
            onFull();
            file.write(bytes, position);
          }
        },
        close: () => file.close(),
      };
    },
    close: () => {
      reserve.truncate(0);
      void reserve.close();
    },
    remove: () => folder.remove(downloadMs),
  };
}
