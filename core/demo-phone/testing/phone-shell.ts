import { createNodeCanvas } from '#core/demo-phone/testing/node-canvas.ts';
import { createWorld } from '../android/world.ts';
import type { VideoEncoderFactory } from '../canvas-and-video.ts';
import { createMemoryFiles } from '../files.ts';
import type { AndroidVersion, Capture, DemoPhoneOptions, FaultName } from '../options.ts';
import { createSystem } from '../programs/create-system.ts';
import { runCommand } from '../run-command.ts';
import type { System } from '../system.ts';
import { concat } from '../bytes.ts';

/** Output and exit code of a command. */
export interface CommandResult {
  readonly out: string;
  readonly err: string;
  readonly code: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A demo phone's shell without adbd, for tests. */
export interface PhoneShell {
  readonly system: System;
  run(line: string, options?: { stdin?: string; signal?: AbortSignal }): Promise<CommandResult>;
  /** Runs the line and resolves with its stdout as text. */
  stdoutOf(line: string): Promise<string>;
}

/** The phone to boot; by default Android 14 without faults. */
export interface BootOptions {
  readonly android?: AndroidVersion;
  readonly faults?: readonly FaultName[];
  readonly latency?: DemoPhoneOptions['latency'];
  readonly capture?: Capture;
  readonly video?: VideoEncoderFactory;
}

const canvas = createNodeCanvas();

/** Boots a phone with its own apps (or a captured screen) and all programs. */
export async function bootPhone(options: BootOptions = {}): Promise<PhoneShell> {
  const { android = 14, faults = [], latency = 'none', capture, video } = options;
  const setup: DemoPhoneOptions = {
    android,
    faults: new Set(faults),
    latency,
    canvas,
    ...(capture && { capture }),
    ...(video && { video }),
  };
  const system = createSystem({
    options: setup,
    identity: { serial: 'DEMO', product: 'demo', model: 'Demo', device: 'demo' },
    world: await createWorld(setup),
    files: createMemoryFiles(),
  });
  const run: PhoneShell['run'] = (line, io = {}) => runOn(system, line, io);
  return { system, run, stdoutOf: async (line) => (await run(line)).out };
}

async function runOn(
  system: System,
  line: string,
  { stdin = '', signal = new AbortController().signal }: { stdin?: string; signal?: AbortSignal },
): Promise<CommandResult> {
  const out: Uint8Array[] = [];
  const err: Uint8Array[] = [];
  const code = await runCommand(system, line, {
    stdin: (async function* () {
      if (stdin !== '') yield new TextEncoder().encode(stdin);
    })(),
    stdout: async (bytes) => void out.push(bytes.slice()),
    stderr: async (bytes) => void err.push(bytes.slice()),
    signal,
  });
  const bytes = concat(out);
  const text = (chunk: Uint8Array): string => new TextDecoder().decode(chunk);
  return { out: text(bytes), err: text(concat(err)), code, bytes };
}
