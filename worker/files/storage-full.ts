import { HandsetError } from '#core/errors.ts';

/** The browser's storage for this page is full. */
export function storageFull(what: string, cause?: unknown): HandsetError {
  return new HandsetError('storage-full', `${what}: the browser's storage is full.`, {
    hint: 'Free up disk space, or delete sessions under Timeline > Sessions.',
    cause,
  });
}
