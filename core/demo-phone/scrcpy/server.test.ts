import { describe, expect, it } from 'vitest';
import { bootPhone } from '../testing/phone-shell.ts';

const jar = '/data/local/tmp/scrcpy-server.jar';

const options = '3.3.3 tunnel_forward=true audio=false send_device_meta=false video=false';

async function runAppProcess(args: string) {
  const phone = await bootPhone();
  phone.system.files.write(jar, new TextEncoder().encode('PK'));
  return { phone, ...(await phone.run(`CLASSPATH=${jar} app_process / ${args}`)) };
}

describe('the server', () => {
  it.each([
    ['', 'IllegalArgumentException: Missing client version'],
    ['3.3.3 loud', 'IllegalArgumentException: Invalid key=value pair: "loud"'],
    [`${options} video_codec=mpeg`, 'IllegalArgumentException: Video codec mpeg not supported'],
    [
      options.replace('audio=false', ''),
      'IllegalArgumentException: The demo phone’s server wants audio=false',
    ],
  ])('%s: %s', async (args, message) => {
    const { code, err } = await runAppProcess(`com.genymobile.scrcpy.Server ${args}`);
    expect(code).toBe(1);
    expect(err).toMatch(/^\[server\] ERROR: /);
    expect(err).toContain(message);
  });
});

describe('app_process', () => {
  it('runs no other class', async () => {
    const { code, err } = await runAppProcess('com.example.Main');
    expect([code, err]).toEqual([134, 'Aborted \n']);
  });
});
