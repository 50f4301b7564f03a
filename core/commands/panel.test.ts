import { describe, expect, it } from 'vitest';
import { openPanel } from './panel.ts';

const parseOutput = (stdout: string, stderr: string, exitCode: number | null): null =>
  openPanel('quick-settings').parse({ stdout: new TextEncoder().encode(stdout), stderr, exitCode });

describe('openPanel', () => {
  it('calls the statusbar service', () => {
    expect(openPanel('notifications').line).toBe('cmd statusbar expand-notifications');
    expect(openPanel('quick-settings').line).toBe('cmd statusbar expand-settings');
  });
  it('treats no output as success', () => {
    expect(parseOutput('', '', 0)).toBeNull();
  });
  it.each([
    ['Unknown command: expand-settings\n', '', 255, 'Unknown command: expand-settings'],
    ['', "cmd: Can't find service: statusbar\n", 20, "cmd: Can't find service: statusbar"],
    ['', 'java.lang.SecurityException: no.\n\tat x\n', 0, 'java.lang.SecurityException: no'],
    ['', '', 1, 'nothing (exit code 1)'],
    ['/system/bin/sh: cmd: not found\r\nError', '', null, '/system/bin/sh: cmd: not found'],
  ])('%j %j %j', (stdout, stderr, exitCode, reason) => {
    const message = `The phone did not open its quick settings; it said: ${reason}.`;
    expect(() => parseOutput(stdout, stderr, exitCode)).toThrow(message);
  });
});
