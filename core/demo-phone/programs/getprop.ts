import type { Identity } from '../device.ts';
import type { AndroidVersion } from '../options.ts';
import { deviceProfileFor } from '../profile.ts';
import type { Program } from '../shell/program.ts';
import { apiLevels } from '../system.ts';
import type { World } from '../world.ts';

/** Creates the properties that `getprop` prints; names as in a captured list of an Android 16 phone. */
export function createProperties(
  { serial, product, model, device }: Identity,
  android: AndroidVersion,
  world: World,
): ReadonlyMap<string, string> {
  const { release, buildNumber, securityPatch } = deviceProfileFor(android);
  const sdk = String(apiLevels[android]);
  const incremental = `demo${android}`;
  const properties = {
    'dalvik.vm.heapsize': '512m',
    'debug.force_rtl': 'false',
    'dev.bootcomplete': '1',
    'gsm.sim.state': 'ABSENT',
    'init.svc.adbd': 'running',
    'init.svc.bootanim': 'stopped',
    'net.bt.name': 'Android',
    'persist.sys.locale': 'en-US',
    'persist.sys.timezone': 'Etc/UTC',
    'persist.sys.usb.config': 'adb',
    'ro.adb.secure': '1',
    'ro.boot.hardware': device,
    'ro.boot.serialno': serial,
    'ro.boot.verifiedbootstate': 'green',
    'ro.bootloader': 'demo',
    'ro.build.characteristics': 'phone',
    'ro.build.date.utc': '1704067200',
    'ro.build.description': `${product}-user ${release} ${buildNumber} ${incremental} release-keys`,
    'ro.build.display.id': buildNumber,
    'ro.build.fingerprint': `handset/${product}/${device}:${release}/${buildNumber}/${incremental}:user/release-keys`,
    'ro.build.id': buildNumber,
    'ro.build.product': device,
    'ro.build.tags': 'release-keys',
    'ro.build.type': 'user',
    'ro.build.version.codename': 'REL',
    'ro.build.version.incremental': incremental,
    'ro.build.version.release': release,
    'ro.build.version.sdk': sdk,
    'ro.build.version.security_patch': new Date(`${securityPatch} UTC`).toISOString().slice(0, 10),
    'ro.debuggable': '0',
    'ro.hardware': device,
    'ro.opengles.version': '196610',
    'ro.product.board': device,
    'ro.product.brand': 'handset',
    'ro.product.cpu.abi': 'arm64-v8a',
    'ro.product.cpu.abilist': 'arm64-v8a,armeabi-v7a,armeabi',
    'ro.product.device': device,
    'ro.product.locale': 'en-US',
    'ro.product.manufacturer': 'Handset',
    'ro.product.model': model,
    'ro.product.name': product,
    'ro.revision': '0',
    'ro.secure': '1',
    'ro.serialno': serial,
    'ro.sf.lcd_density': String(world.physicalDensity),
    'ro.vndk.version': sdk,
    'sys.boot_completed': '1',
    'sys.usb.config': 'adb',
    'sys.usb.state': 'adb',
    ...(android >= 11 && {
      'ro.build.version.release_or_codename': release,
      'ro.product.system.model': model,
    }),
  };
  return new Map(Object.entries(properties).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** `getprop [NAME [DEFAULT]]` */
export const getprop: Program = {
  names: ['getprop'],
  main: async ({ argv: [, name, fallback = ''], system, out }) => {
    // Xiaomi: follows “USB debugging (Security settings)”.
    const properties = new Map(system.properties);
    if (system.faults.has('input-ignored')) properties.set('persist.security.adbinput', '0');
    if (name !== undefined) {
      await out(`${properties.get(name) ?? fallback}\n`);
      return 0;
    }
    const lines = [...properties].map(([key, value]) => `[${key}]: [${value}]\n`);
    await out(lines.join(''));
    return 0;
  },
};
