import { toWire, type WireError } from '#core/errors.ts';
import type { DemoPhoneRequest } from '#core/link/phone-status.ts';
import { connectStrings } from './strings.ts';

/** The request for a demo phone made from the chosen files, or why there is none. */
type CaptureResult = { readonly request: DemoPhoneRequest } | { readonly error: WireError };

/** Reads a uiautomator dump and, if given, its screenshot from the files the user chose. */
export async function readCapture(files: readonly File[]): Promise<CaptureResult> {
  const xml = files.find(hasExtension('.xml'));
  const png = files.find(hasExtension('.png'));
  if (xml === undefined) return { error: noDumpError(files) };
  try {
    const request = {
      captureXml: await readBytes(xml),
      ...(png !== undefined && { capturePng: await readBytes(png) }),
    };
    return { request };
  } catch (error) {
    return { error: toWire(error) };
  }
}

function hasExtension(suffix: string): (file: File) => boolean {
  return (file) => file.name.toLowerCase().endsWith(suffix);
}

async function readBytes(file: File): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await file.arrayBuffer());
}

function noDumpError(files: readonly File[]): WireError {
  const names = files.map((file) => file.name).join(', ');
  return {
    code: 'invalid-argument',
    message: connectStrings.noDump(names),
    hint: connectStrings.noDumpHint,
  };
}
