/** Real inputs: of the demo phone, of this repository, and of real phones where they are available (core/testing/captures.ts). */
import { readFileSync, readdirSync } from 'node:fs';
import { join as join_ } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import type { Command } from '#core/commands/command.ts';
import { androidVersions } from '#core/demo-phone/options.ts';
import { PlainH264 } from '#core/demo-phone/testing/plain-h264.ts';
import { bootPhone } from '#core/demo-phone/testing/phone-shell.ts';
import {
  capturedDumps,
  capturedOutputs,
  fieldDumps,
  readCapturedDump,
  readFieldDump,
  readOutput,
} from '#core/testing/captures.ts';
import { createPhoneHarness } from '#worker/adb/testing/harness.ts';
import type { Bytes } from './mutate.ts';

/** Longer inputs take longer, and show nothing more. */
const maxSeedBytes = 8 * 1024;
const root = join_(import.meta.dirname, '../..');

/** The bytes of a text. */
export const encode = (text: string): Bytes => new TextEncoder().encode(text);
/** One message of several parts. */
export const join = (...parts: readonly (string | Uint8Array)[]): Bytes =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part as Uint8Array))));
/** A number of 32 bits as adbd writes it. */
export const uint32 = (value: number): Bytes => new Uint8Array(Uint32Array.of(value).buffer);
/** The text of an input, as the product decodes it. */
export const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** The seeds that are short enough; of none, the beginning of the first. */
function short(all: readonly Uint8Array[]): readonly Bytes[] {
  const some = all.filter(({ length }) => length > 0 && length <= maxSeedBytes);
  return (some.length > 0 ? some : all.slice(0, 1)).map((bytes) =>
    Uint8Array.from(bytes.subarray(0, maxSeedBytes)),
  );
}

/** The result of the first call. */
export function once<Result>(make: () => Result): () => Result {
  let made: { readonly result: Result } | undefined;
  return () => (made ??= { result: make() }).result;
}

const phones = once(() => Promise.all(androidVersions.map((android) => bootPhone({ android }))));
/** scrcpy prints it; the demo phone has no jar of it. */
const appNames = `[server] INFO: List of apps:
 * Settings                      com.android.settings
 - Notes                         com.handset.notes
`;

/** What this command prints on the demo phone, of all versions, and what the programs in it print on real phones. */
export async function outputsOf({ line: { text } }: Command<unknown>): Promise<readonly Bytes[]> {
  const outputs = (await phones()).map(async ({ run }) => (await run(text)).bytes);
  const real = capturedOutputs(
    ...capturedPrograms.filter((name) => text.includes(name.replace('-', ' '))),
  );
  return short([
    ...(await Promise.all(outputs)),
    ...real.map((name) => encode(readOutput(name))),
    ...(text.includes('list_apps') ? [encode(appNames)] : []),
  ]);
}
const capturedPrograms = [
  'getprop',
  'logcat',
  'wm',
  'pm',
  'dumpsys-window',
  'dumpsys-input',
  'dumpsys-activity',
  'dumpsys-display',
];

/** What the demo phone sends on a socket for this service after this request, until it closes that. */
export async function recorded(service: string, request = new Uint8Array()): Promise<Bytes> {
  const { connection } = await createPhoneHarness();
  const { readable, writable } = await connection.adb.createSocket(service);
  if (request.length > 0) await writable.getWriter().write(request);
  const pieces: Uint8Array[] = [];
  for await (const piece of readable) pieces.push(piece);
  await connection.close();
  return join(...pieces);
}

/** What its sync service sends for these requests. */
export const sync = (
  ...requests: readonly (readonly [id: string, path: string])[]
): Promise<Bytes> =>
  recorded(
    'sync:',
    join(...requests.flatMap(([id, path]) => [id, uint32(path.length), path]), 'QUIT', uint32(0)),
  );

/** Files of this repository, by folder and beginning of the name. */
export const files = (folder: string, start = ''): readonly Bytes[] =>
  short(
    readdirSync(join_(root, folder))
      .filter((name) => name.startsWith(start))
      .map((name) => readFileSync(join_(root, folder, name))),
  );

/** Dumps of uiautomator, of the demo phone and of real ones. */
export const dumps = (): readonly Bytes[] => [
  ...files('core/screen/testing/fixtures'),
  ...short([...capturedDumps.map(readCapturedDump), ...fieldDumps.map(readFieldDump)]),
];

/** A dump with what is printed around it. */
export const printedDump = (xml: Bytes): Bytes =>
  join('UI hierchary dumped to: /sdcard/x\nexit code 0\nhandset-n\n', xml, '\nhandset-n\n');

/** A small picture. */
export const png = (): Bytes => Uint8Array.from(createCanvas(20, 30).toBuffer('image/png'));

/** The same as a JPEG. */
export const jpeg = (): Bytes => Uint8Array.from(createCanvas(20, 30).toBuffer('image/jpeg'));

const hex = (text: string): Bytes => new Uint8Array(Buffer.from(text.replaceAll(' ', ''), 'hex'));
/** Parameter sets of x265, and the sequence header of libaom. */
const configurations = {
  h265: hex(
    `00000001 40010c01ffff016000000300900000030000 03005d959809 00000001 4201010160000003009000000300000300
     5da00280802d165959a4932bc05a70808082000003000200000300 3010 00000001 4401c173d189`.replaceAll(
      '\n',
      '',
    ),
  ),
  av1: hex('12 00 0a 0e 00 00 00 42 6a cf c7 e0 0d 10 10 d0 18 40'),
};

/** A video as scrcpy sends it: the codec and the size, a configuration, a key frame and another one. */
export function video(codec: 'h264' | 'h265' | 'av1'): Bytes {
  const encoder = new PlainH264({ width: 16, height: 16 });
  const pixels = new Uint8Array(4 * 16 * 16);
  const start = Buffer.alloc(12, codec.padStart(4, '\0'));
  start.fill(0, 4).writeUInt16BE(16, 6);
  start.writeUInt16BE(16, 10);
  const packet = (flags: number, bytes: Uint8Array): Bytes => {
    const head = Buffer.alloc(12);
    head.writeUInt8(flags);
    head.writeUInt32BE(bytes.length, 8);
    return join(head, bytes);
  };
  const configuration = codec === 'h264' ? encoder.parameterSets() : configurations[codec];
  const isAv1 = codec === 'av1';
  return join(
    start,
    packet(0x80, configuration),
    packet(0x40, isAv1 ? configuration : encoder.encode(pixels, true)),
    packet(0, isAv1 ? configuration : encoder.encode(pixels, false)),
  );
}

/** A reading by the element reader's protocol (worker/adb/reading/element-reader/README.md). */
export const readerAnswer = encode(
  `screen 1 0 1080 2400 1080 2274 420 250
window active 7
node 0 0 2056 0 0 1080 2400 a.FrameLayout com.a        
node 1 0 2056 0 100 1080 900 a.ListView com.a com.a:id/list      40~1 
node 2 0 2060 0 100 1080 300 a.TextView com.a  A~\\t~tab description hint state error  3~0
window popup 8
node 0 0 2056 0 0 500 400 a.FrameLayout com.a        
window keyboard 9 0 1500 1080 2400
end 1
`
    .replaceAll(' ', '\t')
    .replaceAll('~', ' '),
);
