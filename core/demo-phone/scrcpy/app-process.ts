import { runServer } from './server.ts';
import type { Program, ProgramContext } from '../shell/program.ts';

/** 128 + SIGABRT and SIGKILL. */
const abortedCode = 134;
const killedCode = 137;

/** The one Java program that the demo phone can run. */
const serverClass = 'com.genymobile.scrcpy.Server';

/** Guess: the runtime starts and loads the class; mid-range phone. */
const startMs = 600;

/** What a zip file begins with, and a jar is one. */
const zipMagic = 'PK';

/** `app_process DIRECTORY CLASS ARGUMENT…`: AOSP cmds/app_process. */
export const appProcess: Program = {
  names: ['app_process'],
  run: async (context) => {
    const { argv, environment, path, system, pace, err } = context;
    await pace(startMs);
    if (system.faults.has('no-scrcpy')) {
      // mksh tells how a program died, with a blank after the word.
      await err('Killed \n');
      return killedCode;
    }
    // The directory is the first word; nothing has used it for years.
    const [, , className = '', ...words] = argv;
    const jar = path((environment.get('CLASSPATH') ?? '').split(':')[0] ?? '');
    if (className !== serverClass || !isZip(context, jar)) return abort(context, className, jar);
    return runServer(context, { jar, words });
  },
};

function isZip({ system }: ProgramContext, jar: string): boolean {
  // S_IFREG; a directory of this name holds no classes.
  const isFile = ((system.files.stat(jar)?.mode ?? 0) & 0xf000) === 0x8000;
  return isFile && new TextDecoder().decode(system.files.read(jar).subarray(0, 2)) === zipMagic;
}

/** The runtime finds no class, says why in logcat, and aborts (Genymobile/scrcpy#268, #4481). */
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
