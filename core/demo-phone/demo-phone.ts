import { createAdbd } from './adbd/adbd.ts';
import { createWorld } from './android/world.ts';
import type { DemoPhoneWithWorld, Device, Identity } from './device.ts';
import { createMemoryFiles } from './files.ts';
import { runInteractiveShell } from './interactive-shell.ts';
import type { DemoPhoneOptions } from './options.ts';
import { deviceProfileFor } from './profile.ts';
import { createSystem } from './programs/create-system.ts';
import { programNames, runCommand } from './run-command.ts';
import { restoreState, saveState, stateSignature } from './keep-state.ts';
import { sampleFiles } from './sample-files.ts';
import type { System } from './system.ts';
import { concat } from './bytes.ts';
import type { World } from './world.ts';

/** Creates a phone with a screen, files, a shell and an adbd. Resolves when its screen can be drawn. */
export async function createDemoPhone(options: DemoPhoneOptions): Promise<DemoPhoneWithWorld> {
  const world = await createWorld(options);
  const identity = identityOf(options);
  const files = createMemoryFiles({ ...programFiles(), ...sampleFiles() });
  const system = createSystem({ options, identity, world, files });
  const parts = { world, settings: system.settings, files };
  if (options.savedState !== undefined) restoreState(parts, options.savedState);
  const { serial, model } = identity;
  const connect = createAdbd(createDevice(system, world));
  return {
    serial,
    model,
    world,
    connect,
    runShellCommand: (line) => runShellCommand(system, line),
    save: () => saveState(parts),
    signature: () => stateSignature(parts),
  };
}

async function runShellCommand(system: System, line: string): Promise<string> {
  const output: Uint8Array[] = [];
  const print = async (bytes: Uint8Array): Promise<void> => void output.push(bytes.slice());
  const signal = new AbortController().signal;
  const stdin = (async function* () {})();
  await runCommand(system, line, { stdin, stdout: print, stderr: print, signal });
  return new TextDecoder().decode(concat(output));
}

/**
 * Serial number and names of the phone; the model is the one its Settings app shows, and for a
 * captured screen says that it is one.
 */
function identityOf({ android, unit, capture }: DemoPhoneOptions): Identity {
  return {
    serial: unit === undefined ? `DEMO${android}` : `DEMO${android}-${unit}`,
    product: 'handset_demo',
    model: capture === undefined ? deviceProfileFor(android).model : 'Captured screen',
    device: `demo${android}`,
  };
}

/** Placeholder files in `/system/bin`, for `ls` and `test -x`; the programs themselves are TypeScript. */
function programFiles(): Record<string, string> {
  return Object.fromEntries(
    programNames
      .filter((name) => /^\w/.test(name))
      .map((name) => [`/system/bin/${name}`, `#!/system/bin/sh\n# ${name} of the demo phone\n`]),
  );
}

function createDevice(system: System, world: World): Device {
  return {
    identity: system.identity,
    android: system.android,
    faults: system.faults,
    files: system.files,
    runCommandLine: (commandLine, io) => runCommand(system, commandLine, io),
    runShell: (io) => runInteractiveShell(system, io),
    findLocalSocket: (name) => system.localSockets.find(name),
    showAllowDialog: (fingerprint, signal) =>
      showAllowDialog(world, system, { fingerprint, signal }),
    authorizedKeys: world.debuggingKeys,
  };
}

/** Delay before the simulated user taps, in ms. Guess for `real`. */
const autoTapDelayMs = { none: 50, real: 1000 } as const;

/**
 * Shows "Allow USB debugging?" on the phone's screen, with the text of SystemUI's UsbDebuggingActivity.
 * Taps Allow automatically, Cancel with the fault `auth-refused`, nothing with `auth-ignored`.
 * Rejects when the signal aborts.
 */
export async function showAllowDialog(
  world: World,
  { faults, latency }: Pick<DemoPhoneOptions, 'faults' | 'latency'>,
  request: { readonly fingerprint: string; readonly signal: AbortSignal },
): Promise<'allow' | 'refuse'> {
  const button = faults.has('auth-refused') ? 'Cancel' : 'Allow';
  const autoTap = { button, afterMs: autoTapDelayMs[latency] };
  const tapped = await world.showSystemDialog(
    {
      title: 'Allow USB debugging?',
      message: `The computer’s RSA key fingerprint is:\n${request.fingerprint}`,
      checkbox: 'Always allow from this computer',
      buttons: ['Cancel', 'Allow'],
      ...(!faults.has('auth-ignored') && { autoTap }),
    },
    request.signal,
  );
  return tapped === 'Allow' ? 'allow' : 'refuse';
}
