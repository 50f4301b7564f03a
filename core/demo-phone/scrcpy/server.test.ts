import { describe, expect, it } from 'vitest';
import { createNodeCanvas } from '../../../e2e/node-canvas.ts';
import { bootWith } from '../testing/phone-shell.ts';

const boot = bootWith(createNodeCanvas());
const jar = '/data/local/tmp/scrcpy-server.jar';

async function start(words: string) {
  const phone = await boot();
  phone.system.files.write(jar, new TextEncoder().encode('PK'));
  return { phone, ...(await phone.run(`CLASSPATH=${jar} app_process / ${words}`)) };
}

describe('the server', () => {
  it.each([
    ['', 'IllegalArgumentException: Missing client version'],
    ['3.3.3 loud', 'IllegalArgumentException: Invalid key=value pair: "loud"'],
    ['3.3.3 scid=xyz', 'NumberFormatException: For input string: "xyz" under radix 16'],
    [
      '3.3.3 scid=-2',
      "IllegalArgumentException: scid may not be negative (except -1 for 'none'): -2",
    ],
    ['3.3.3 video_codec=mpeg', 'IllegalArgumentException: Video codec mpeg not supported'],
    [
      '3.3.3 log_level=loud',
      'IllegalArgumentException: No enum constant com.genymobile.scrcpy.util.Ln.Level.LOUD',
    ],
    ['3.3.3 tunnel_forward=yes', 'java.io.IOException: Connection refused'],
    ['3.3.3 video=0 audio=0 control=0', 'java.lang.NullPointerException: Attempt to invoke'],
  ])('%s: %s', async (words, message) => {
    const { code, err } = await start(`com.genymobile.scrcpy.Server ${words}`);
    expect(code).toBe(1);
    expect(err).toMatch(/^\[server\] ERROR: /);
    expect(err).toContain(message);
  });

  it('lists what it is asked for, takes its jar away and ends', async () => {
    const lists = 'list_displays=true list_cameras=true log_level=info';
    const { phone, code, out } = await start(`com.genymobile.scrcpy.Server 3.3.3 ${lists}`);
    expect(code).toBe(0);
    expect(out.split('\n').slice(1)).toEqual([
      '[server] INFO: List of displays:',
      '    --display-id=0    (1080x2400)',
      '[server] INFO: List of cameras:',
      '    (none)',
      '',
    ]);
    expect(phone.system.files.stat(jar)).toBeUndefined();
  });

  it('keeps quiet below the level it is told', async () => {
    const quiet = 'log_level=error list_displays=true';
    const { out } = await start(`com.genymobile.scrcpy.Server 3.3.3 ${quiet}`);
    expect(out).toBe('');
  });
});

describe('app_process', () => {
  it('runs no other class', async () => {
    const { code, err } = await start('com.example.Main');
    expect([code, err]).toEqual([134, 'Aborted \n']);
  });

  it('wants a class', async () => {
    const { code, err } = await start('');
    expect(code).toBe(134);
    expect(err).toContain('Usage: app_process [java-options] cmd-dir start-class-name [options]');
  });

  it('takes the class path as a property too', async () => {
    const phone = await boot();
    phone.system.files.write(jar, new TextEncoder().encode('PK'));
    const line = `app_process -Djava.class.path=${jar} / com.genymobile.scrcpy.Server 1.0`;
    expect((await phone.run(line)).err).toContain('does not match the client (1.0)');
  });
});
