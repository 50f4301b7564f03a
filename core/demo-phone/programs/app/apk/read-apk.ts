import { type BinaryElement, readBinaryXml } from './binary-xml.ts';
import { readZip } from './zip-file.ts';

/** What the package manager reads of an app before it installs it. */
export interface Apk {
  readonly packageName: string;
  readonly versionCode: number;
  readonly versionName: string;
  /** The API level it needs. */
  readonly minSdk: number;
  readonly testOnly: boolean;
  /** The processors it brings native code for; none where it brings no such code. */
  readonly abis: ReadonlySet<string>;
}

/** Why a file is no app: `not-apk` when it is no ZIP, `no-manifest` when there is nothing to read in it. */
export type ApkFault = 'not-apk' | 'no-manifest';

/** android.R.attr */
const attribute = {
  minSdkVersion: 0x0101020c,
  versionCode: 0x0101021b,
  versionName: 0x0101021c,
  testOnly: 0x01010272,
} as const;

/** Reads an app's file. Guess: signatures are not looked at. */
export async function readApk(bytes: Uint8Array<ArrayBuffer>): Promise<Apk | ApkFault> {
  try {
    const entries = readZip(bytes);
    if (entries === undefined) return 'not-apk';
    const manifest = entries.find(({ name }) => name === 'AndroidManifest.xml');
    if (manifest === undefined) return 'no-manifest';
    const abis = entries.flatMap(({ name }) => /^lib\/([^/]+)\/[^/]+\.so$/.exec(name)?.[1] ?? []);
    return apkOf(readBinaryXml(await manifest.read()), new Set(abis)) ?? 'no-manifest';
  } catch {
    // Cut off, damaged, or text where binary XML should be.
    return 'no-manifest';
  }
}

function apkOf(elements: readonly BinaryElement[], abis: ReadonlySet<string>): Apk | undefined {
  const named = (name: string): BinaryElement | undefined =>
    elements.find((element) => element.name === name);
  const manifest = named('manifest');
  const packageName = manifest?.attributes.get('package');
  if (typeof packageName !== 'string' || !/^\w+(\.\w+)+$/.test(packageName)) return undefined;
  const number = (element: string, id: number): number => {
    const value = named(element)?.attributes.get(id);
    return typeof value === 'number' ? value : 0;
  };
  return {
    packageName,
    versionCode: number('manifest', attribute.versionCode),
    versionName: String(manifest?.attributes.get(attribute.versionName) ?? ''),
    minSdk: number('uses-sdk', attribute.minSdkVersion),
    testOnly: number('application', attribute.testOnly) !== 0,
    abis,
  };
}
