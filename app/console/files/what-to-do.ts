import type { WireError } from '../../../core/errors.ts';
import { filesWords } from './strings.ts';

/** What is done with a file: apps are installed, all others copied to Download. */
export type Kind = 'install' | 'copy';

/** What APK files are called where the system knows them. */
const apkType = 'application/vnd.android.package-archive';
/** Apps in parts, which `pm install` does not take. */
const bundle = /\.(aab|apks|apkm|xapk)$/i;

/** What to do with a file of this name. */
export function kindOf(name: string): Kind {
  return /\.apk$/i.test(name) || bundle.test(name) ? 'install' : 'copy';
}

/** Why a file of this name can't be sent; null when it can. */
export function refusalOf(name: string): WireError | null {
  const extension = bundle.exec(name)?.[0];
  if (extension === undefined) return null;
  const message = filesWords.bundle(extension.toLowerCase());
  return { code: 'unsupported', message, hint: filesWords.bundleHint };
}

/** What will happen with what is being dragged, of which a browser tells only the types. */
export function dragKind(types: readonly string[]): Kind | 'either' {
  if (types.every((type) => type === apkType)) return 'install';
  return types.some((type) => type === apkType || type === '') ? 'either' : 'copy';
}

/** Whether files are dragged, and not a text or a picture of the page. */
export function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false;
}
