import { type Command, textOf } from './command.ts';
import { sh } from './shell-text.ts';

/** Whether there is a file or directory at this path. */
export function isThere(path: string): Command<boolean> {
  return {
    purpose: 'looking for a file',
    line: sh`[ -e ${path} ] && echo there`.line,
    deadlineMs: 10_000,
    parse: (output) => textOf(output).trim() === 'there',
  };
}

/** Removes a file; one that is not there is as good as removed. */
export function removeFile(path: string): Command<null> {
  return {
    purpose: 'removing a file',
    line: sh`rm -f ${path}`.line,
    deadlineMs: 10_000,
    parse: () => null,
  };
}
