import { runServer } from './server.ts';
import type { Program, ProgramContext } from '../shell/program.ts';

/** Exit codes: 128 + SIGABRT and 128 + SIGKILL. */
const abortedCode = 134;
const processKilledCode = 137;

/** The only Java program that the demo phone can run. */
const serverClass = 'com.genymobile.scrcpy.Server';

/** Time in ms to start the runtime and load the class. Guess: a mid-range phone. */
const startMs = 600;

/** The first bytes of a zip file, which a jar is. */
const zipMagic = 'PK';

/** `app_process DIRECTORY CLASS ARGUMENT…`: AOSP cmds/app_process. */
export const appProcess: Program = {
  names: ['app_process'],
  main: async (context) => {
    const { argv, environment, path, system, simulateLatency: pace, err } = context;
    await pace(startMs);
    if (system.faults.has('no-scrcpy')) {
      // mksh prints how a program was killed, with a trailing space.
      await err('Killed \n');
      return processKilledCode;
    }
    // The first argument is a directory that no current Android version uses.
    const [, , className = '', ...args] = argv;
    const jar = path((environment.get('CLASSPATH') ?? '').split(':')[0] ?? '');
    if (className !== serverClass || !isZip(context, jar)) return abort(context, className, jar);
    return runServer(context, { jar, args });
  },
};

function isZip({ system }: ProgramContext, jar: string): boolean {
  // S_IFREG; a directory is not a class path here.
  const isFile = ((system.files.stat(jar)?.mode ?? 0) & 0xf000) === 0x8000;
  return isFile && new TextDecoder().decode(system.files.read(jar).subarray(0, 2)) === zipMagic;
}

/** The runtime does not find the class, logs why, and aborts (Genymobile/scrcpy#268, #4481). */
async function abort(
  { system, pid, err }: ProgramContext,
  className: string,
  jar: string,
): Promise<number> {
  const entry = { buffer: 'main', uid: 2000, pid } as const; // AID_SHELL
  system.log.write({
    ...entry,
    level: 'E',
    tag: 'appproc',
    message: `ERROR: could not find class '${className}'`,
  });
  const kind = system.files.stat(jar) === undefined ? 'directory' : 'zip file';
  system.log.write({
    ...entry,
    level: 'F',
    tag: 'app_process',
    message: `thread.cc:2148] No pending exception expected: java.lang.ClassNotFoundException: Didn't find class "${className}" on path: DexPathList[[${kind} "${jar}"],nativeLibraryDirectories=[/system/lib64, /vendor/lib64, /system/lib64, /vendor/lib64]]`,
  });
  await err('Aborted \n');
  return abortedCode;
}
