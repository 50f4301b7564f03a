import { describe, expect, it } from 'vitest';
import { HandsetError } from '../errors.ts';
import { readHierarchy } from './hierarchy.ts';

const command = readHierarchy({ nonce: 'n1', compressed: false });
const xml = '<hierarchy rotation="1"><node text="A"/></hierarchy>';
const focused = 'mCurrentFocus=Window{1 u0 com.a/com.a.B}';
const parseParts = (parts: readonly string[], newline = '\n'): ReturnType<typeof command.parse> => {
  const stdout = new TextEncoder().encode(parts.join(`handset-n1${newline}`));
  return command.parse({ stdout, stderr: '', exitCode: 0 });
};
const errorOf = (parts: readonly string[]): HandsetError => {
  try {
    parseParts(parts);
  } catch (error) {
    if (error instanceof HandsetError) return error;
  }
  throw new Error('parsed without a problem');
};

describe('readHierarchy', () => {
  it('dumps to a new file that is removed before and after', () => {
    const file = '/data/local/tmp/handset-n1.xml';
    expect(command.line.startsWith(`rm -f ${file}; `)).toBe(true);
    expect(command.line.endsWith(`; rm -f ${file}`)).toBe(true);
    expect(command.line).toContain(`; uiautomator dump ${file} 2>&1; `);
  });
  it('asks for a compressed dump', () => {
    const { line } = readHierarchy({ nonce: 'n2', compressed: true });
    expect(line).toContain('uiautomator dump --compressed /data/local/tmp/handset-n2.xml');
  });
  it.each(['\n', '\r\n'])(
    'reads elements and the app before and after (line ends %j)',
    (newline) => {
      const dumpOutput = `UI hierchary dumped to: /x${newline}`;
      const reading = parseParts([`${focused}\n`, dumpOutput, `${xml}\n`, focused], newline);
      expect(reading.hierarchy.rotation).toBe(1);
      expect(reading.hierarchy.roots.map((root) => root.text)).toEqual(['A']);
      expect(reading.focusBefore).toEqual({ packageName: 'com.a', activity: '.B' });
      expect(reading.focusAfter).toEqual(reading.focusBefore);
    },
  );
  it.each([
    ['ERROR: could not get idle state.', true],
    ['ERROR: null root node returned by UiTestAutomationBridge.', false],
  ])('quotes %j', (dumpOutput, idle) => {
    const error = errorOf(['', `${dumpOutput}\n`, '\n', '']);
    expect(error).toMatchObject({
      code: 'dump-failed',
      message: `The element list could not be read: ${dumpOutput}`,
    });
    expect(error.detail).toBe(idle ? 'never-idle' : undefined);
  });
  it('quotes an exception without its stack trace', () => {
    const trace =
      'java.lang.IllegalStateException: UiAutomationService android.accessibilityservice.IAccessibilityServiceClient$Stub$Proxy@1 already registered!\n\tat android.os.Parcel.readException(Parcel.java:1692)\n';
    const error = errorOf(['', trace, '\n', '']);
    expect(error.message).toContain('already registered!.');
    expect(error.hint).toContain('Appium');
  });
  it('fails if uiautomator reports success but wrote no file', () => {
    const error = errorOf(['', 'UI hierchary dumped to: /x\n', '\n', '']);
    expect(error.message).toBe(
      'The element list could not be read: uiautomator reported success but wrote no file.',
    );
  });
  it('says that the dump ended early', () => {
    expect(errorOf(['', 'Killed']).message).toContain('ended the dump early: ');
  });
  it('does not mistake element text for an error', () => {
    const text =
      '<hierarchy rotation="0"><node text="ERROR: could not get idle state."/></hierarchy>';
    const { hierarchy } = parseParts(['', 'UI hierchary dumped to: /x\n', `${text}\n`, '']);
    expect(hierarchy.roots[0]?.text).toBe('ERROR: could not get idle state.');
  });
});
