import { toWire, type WireError } from '../../../core/errors.ts';
import type { DemoPhoneRequest } from '../../../core/link/phone-status.ts';
import { connectWords } from './strings.ts';

/** The request for a demo phone made from the chosen files, or why there is none. */
type Capture = { readonly request: DemoPhoneRequest } | { readonly error: WireError };

/** Reads a uiautomator dump and, if given, its screenshot from the files the user chose. */
export async function readCapture(files: readonly File[]): Promise<Capture> {
  const xml = files.find(endsWith('.xml'));
  const png = files.find(endsWith('.png'));
  if (xml === undefined) return { error: noDump(files) };
  try {
    const request = {
      captureXml: await bytesOf(xml),
      ...(png !== undefined && { capturePng: await bytesOf(png) }),
    };
    return { request };
  } catch (error) {
    return { error: toWire(error) };
  }
}

function endsWith(suffix: string): (file: File) => boolean {
  return (file) => file.name.toLowerCase().endsWith(suffix);
}

async function bytesOf(file: File): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await file.arrayBuffer());
}

function noDump(files: readonly File[]): WireError {
  const names = files.map((file) => file.name).join(', ');
  return {
    code: 'invalid-argument',
    message: connectWords.noDump(names),
    hint: connectWords.noDumpHint,
  };
}
