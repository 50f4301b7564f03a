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

/** `app_process [OPTION…] DIRECTORY [--OPTION…] CLASS ARGUMENT…`: AOSP cmds/app_process. */
export const appProcess: Program = {
  names: ['app_process', 'app_process32', 'app_process64'],
  run: async (context) => {
    const { system, pace, err } = context;
    await pace(startMs);
    if (system.faults.has('no-scrcpy')) {
      // mksh tells how a program died, with a blank after the word.
      await err('Killed \n');
      return killedCode;
    }
    const call = parseCall(context);
    if (call.className === undefined) {
      await err(
        'Error: no class name or --zygote supplied.\nUsage: app_process [java-options] cmd-dir start-class-name [options]\nAborted \n',
      );
      return abortedCode;
    }
    if (call.className !== serverClass || !isZip(context, call.jar)) {
      return abort(context, call.className, call.jar);
    }
    return runServer(context, { jar: call.jar, words: call.words });
  },
};

interface Call {
  /** The first of the class path, absolute. */
  readonly jar: string;
  readonly className: string | undefined;
  readonly words: readonly string[];
}

function parseCall({ argv: [, ...words], environment, path }: ProgramContext): Call {
  let classPath = environment.get('CLASSPATH') ?? '';
  const takeOptions = (): void => {
    while (words[0]?.startsWith('-') === true) {
      const option = words.shift() ?? '';
      if (option === '-cp' || option === '-classpath') classPath = words.shift() ?? '';
      classPath = /^-Djava\.class\.path=(.*)$/.exec(option)?.[1] ?? classPath;
    }
  };
  takeOptions();
  words.shift(); // The directory; nothing has used it for years.
  takeOptions();
  const [className, ...rest] = words;
  return { jar: path(classPath.split(':')[0] ?? ''), className, words: rest };
}

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
