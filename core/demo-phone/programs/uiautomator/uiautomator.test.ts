import { describe, expect, it } from 'vitest';
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import { bootPhone } from '../../testing/phone-shell.ts';

useDrivenClock();

describe('uiautomator dump', () => {
  it('writes to the default file and reports its path', async () => {
    const phone = await bootPhone();
    expect(await phone.run('uiautomator dump')).toMatchObject({
      out: 'UI hierchary dumped to: /sdcard/window_dump.xml\n',
      err: '',
      code: 0,
    });
    expect(await phone.stdoutOf('cat /storage/emulated/0/window_dump.xml')).toMatch(
      /^<\?xml version='1.0' encoding='UTF-8' standalone='yes' \?><hierarchy rotation="0"><node index="0" .* drawing-order="0" hint=""><node .*<\/hierarchy>$/,
    );
  });

  it('leaves the newer attributes out before Android 14', async () => {
    const phone = await bootPhone({ android: 11 });
    expect(await phone.stdoutOf('uiautomator dump /dev/tty')).not.toMatch(/drawing-order|hint=/);
  });

  it('prints its message after the XML on a terminal', async () => {
    const phone = await bootPhone();
    expect(await phone.stdoutOf('uiautomator dump --compressed /dev/tty')).toMatch(
      /<\/hierarchy>UI hierchary dumped to: \/dev\/tty\n$/,
    );
    expect(await phone.stdoutOf('uiautomator dump /dev/tty >/dev/null')).toMatch(/<\/hierarchy>$/);
  });

  it('reports success when the file could not be written', async () => {
    const phone = await bootPhone();
    expect(await phone.run('uiautomator dump /system/x.xml')).toMatchObject({
      out: 'UI hierchary dumped to: /system/x.xml\n',
      code: 0,
    });
    expect((await phone.run('cat /system/x.xml')).code).toBe(1);
  });

  it('waits until the screen is idle, unless --compressed is set', async () => {
    const phone = await bootPhone({ faults: ['momentum'] });
    const { world } = phone.system;
    world.startActivity('com.android.settings/.Settings');
    const fling = () =>
      world.injectGesture([
        { x: 540, y: 1500, timeMs: 0 },
        { x: 540, y: 1300, timeMs: 60 },
      ]);
    fling();
    await phone.stdoutOf('uiautomator dump --compressed /dev/tty');
    expect(world.isAnimating).toBe(true);
    const dumped = await phone.stdoutOf('uiautomator dump /dev/tty');
    expect(world.isAnimating).toBe(false);
    expect(dumped === (await phone.stdoutOf('uiautomator dump /dev/tty'))).toBe(true);
  });

  it('stops waiting when the host disconnects', async () => {
    const phone = await bootPhone({ faults: ['momentum'] });
    const { world } = phone.system;
    world.startActivity('com.android.settings/.Settings');
    world.injectGesture([
      { x: 540, y: 1500, timeMs: 0 },
      { x: 540, y: 1200, timeMs: 60 },
    ]);
    const disconnect = new AbortController();
    const dump = phone.run('uiautomator dump', { signal: disconnect.signal });
    disconnect.abort();
    expect((await dump).code).toBe(129);
  });

  it('allows one dump at a time', async () => {
    const phone = await bootPhone({ latency: 'real' });
    const first = phone.run('uiautomator dump /dev/tty');
    await new Promise((resolve) => setTimeout(resolve, 300));
    const second = await phone.run('uiautomator dump /dev/tty');
    expect(second).toMatchObject({ out: '', code: 137 });
    expect(second.err).toMatch(/^Killed \n$/);
    expect((await first).out).toContain('dumped to: /dev/tty');
    expect((await phone.run('uiautomator dump /dev/tty')).code).toBe(0);
  });

  it('allows another dump after the host disconnects', async () => {
    const phone = await bootPhone({ latency: 'real' });
    const disconnect = new AbortController();
    const first = phone.run('uiautomator dump', { signal: disconnect.signal });
    await new Promise((resolve) => setTimeout(resolve, 200));
    disconnect.abort();
    expect((await first).code).toBe(129);
    expect((await phone.run('uiautomator dump')).code).toBe(0);
  });

  it('writes a captured dump untouched', async () => {
    const xml = Uint8Array.from([
      0xef,
      0xbb,
      0xbf,
      ...new TextEncoder().encode(
        '<?xml version="1.0"?><hierarchy rotation="0"><node bounds="[0,0][10,20]" odd="yes" /></hierarchy>\r\n',
      ),
    ]);
    const phone = await bootPhone({ capture: { xml } });
    await phone.run('uiautomator dump /sdcard/ui.xml');
    expect((await phone.run('cat /sdcard/ui.xml')).bytes).toEqual(xml);
  });
});

describe('faults', () => {
  it('no-idle: no dump succeeds', async () => {
    const phone = await bootPhone({ faults: ['no-idle'] });
    for (const option of ['', '--compressed ']) {
      expect(
        await phone.run(`uiautomator dump ${option}/sdcard/a.xml; ls /sdcard/a.xml`),
      ).toMatchObject({
        err: 'ERROR: could not get idle state.\nls: /sdcard/a.xml: No such file or directory\n',
        out: '',
      });
      expect((await phone.run(`uiautomator dump ${option}`)).code).toBe(0);
    }
  });

  it('dump-killed: each dump ends with the exit code of SIGKILL', async () => {
    const phone = await bootPhone({ faults: ['dump-killed'] });
    expect((await phone.run('uiautomator dump')).code).toBe(137);
    expect(await phone.stdoutOf('uiautomator dump --compressed; echo $?')).toBe('137\n');
  });

  it('null-root: no dump at all, and exit code 0', async () => {
    const phone = await bootPhone({ faults: ['null-root'] });
    for (const option of ['', '--compressed']) {
      expect(await phone.run(`uiautomator dump ${option}`)).toMatchObject({
        err: 'ERROR: null root node returned by UiTestAutomationBridge.\n',
        out: '',
        code: 0,
      });
    }
  });

  it('stale-dump: every second dump, beginning with the first, writes nothing', async () => {
    const phone = await bootPhone({ faults: ['stale-dump'] });
    const dumped = 'UI hierchary dumped to: /sdcard/window_dump.xml\n';
    expect(await phone.stdoutOf('uiautomator dump')).toBe(dumped);
    expect(await phone.stdoutOf('cat /sdcard/window_dump.xml')).toContain('com.example.yesterday');
    expect(await phone.stdoutOf('uiautomator dump')).toBe(dumped);
    expect(await phone.stdoutOf('cat /sdcard/window_dump.xml')).not.toContain(
      'com.example.yesterday',
    );
    expect(await phone.stdoutOf('uiautomator dump /sdcard/new.xml; cat /sdcard/new.xml 2>&1')).toBe(
      'UI hierchary dumped to: /sdcard/new.xml\ncat: /sdcard/new.xml: No such file or directory\n',
    );
  });

  it('slow: three seconds longer', async () => {
    const phone = await bootPhone({ faults: ['slow'] });
    const before = performance.now();
    await phone.run('echo a; echo b');
    expect(performance.now() - before).toBeGreaterThan(2990);
    expect(performance.now() - before).toBeLessThan(4500);
  });
});
