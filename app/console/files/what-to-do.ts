import type { WireError } from '../../../core/errors.ts';
import { transferStrings } from './strings.ts';

/** What to do with a file: install an app, copy any other file to Download. */
export type TransferKind = 'install' | 'copy';

/** MIME type of APK files, where the operating system knows it. */
const apkType = 'application/vnd.android.package-archive';
/** App bundles and split APK archives, which `pm install` does not accept. */
const bundleExtension = /\.(aab|apks|apkm|xapk)$/i;

/** What to do with a file of this name. */
export function transferKind(name: string): TransferKind {
  return /\.apk$/i.test(name) || bundleExtension.test(name) ? 'install' : 'copy';
}

/** Why a file of this name can't be sent; null when it can. */
export function unsupportedFileError(name: string): WireError | null {
  const extension = bundleExtension.exec(name)?.[0];
  if (extension === undefined) return null;
  const message = transferStrings.bundle(extension.toLowerCase());
  return { code: 'unsupported', message, hint: transferStrings.bundleHint };
}

/** What a drop will do, judged by MIME types: the browser reveals no names during a drag. */
export function dragKind(types: readonly string[]): TransferKind | 'either' {
  if (types.every((type) => type === apkType)) return 'install';
  return types.some((type) => type === apkType || type === '') ? 'either' : 'copy';
}

/** Whether files are being dragged, rather than text or a picture of the page. */
export function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false;
}
