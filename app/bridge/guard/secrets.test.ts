import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, readFile, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { configFolder } from '../start/arguments.ts';
import { temporaryFolder } from '../testing/bridge.ts';
import { loadSecrets, renewSecrets, secretsPath } from './secrets.ts';

const onPosix = describe.skipIf(process.platform === 'win32');

async function modeOf(path: string): Promise<string> {
  return ((await stat(path)).mode & 0o777).toString(8);
}

test('the first start makes two different secrets of 256 bits', async () => {
  const folder = join(await temporaryFolder(), 'deep', 'handset');
  const { token, page } = await loadSecrets(folder);
  for (const secret of [token, page]) expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
  expect(token).not.toBe(page);
});

test('later starts find the same ones', async () => {
  const folder = await temporaryFolder();
  expect(await loadSecrets(folder)).toEqual(await loadSecrets(folder));
});

test('many first starts at once agree, and leave no drafts behind', async () => {
  const folder = join(await temporaryFolder(), 'handset');
  const all = await Promise.all(Array.from({ length: 20 }, () => loadSecrets(folder)));
  expect(new Set(all.map(({ token, page }) => token + page)).size).toBe(1);
  expect(await readdir(folder)).toEqual(['secrets.json']);
});

test.each(['', '{', '[]', 'null', '{"token":"x","page":"y"}', '{"token":5}'])(
  'a file that holds %j is damaged',
  async (content) => {
    const folder = await temporaryFolder();
    await writeFile(secretsPath(folder), content, { mode: 0o600 });
    await expect(loadSecrets(folder)).rejects.toThrow(
      `${secretsPath(folder)} is damaged. Delete it to get new secrets.`,
    );
  },
);

onPosix('on POSIX systems', () => {
  test('only the owner has access to file and folder', async () => {
    const folder = join(await temporaryFolder(), 'handset');
    await loadSecrets(folder);
    expect([await modeOf(folder), await modeOf(secretsPath(folder))]).toEqual(['700', '600']);
  });

  test.each([0o640, 0o604, 0o620])('a file of mode %o is refused', async (mode) => {
    const folder = await temporaryFolder();
    await loadSecrets(folder);
    await chmod(secretsPath(folder), mode);
    await expect(loadSecrets(folder)).rejects.toThrow('could be read by others on this computer');
  });

  test('new secrets are for the owner alone, and replace a link instead of following it', async () => {
    const folder = await temporaryFolder();
    const elsewhere = join(folder, 'elsewhere');
    await writeFile(elsewhere, 'mine', { mode: 0o644 });
    await symlink(elsewhere, secretsPath(folder));
    await renewSecrets(folder);
    expect(await modeOf(secretsPath(folder))).toBe('600');
    expect(await readFile(elsewhere, 'utf8')).toBe('mine');
  });

  test('a symbolic link is refused, and its target is not changed', async () => {
    const folder = await temporaryFolder();
    const elsewhere = join(folder, 'elsewhere');
    await writeFile(elsewhere, 'mine', { mode: 0o600 });
    await symlink(elsewhere, secretsPath(folder));
    await expect(loadSecrets(folder)).rejects.toThrow(
      `${secretsPath(folder)} can't be used: it is not a regular file. Delete it to get new secrets.`,
    );
    expect(await readFile(elsewhere, 'utf8')).toBe('mine');
  });

  test('a pipe is refused without waiting for it', async () => {
    const folder = await temporaryFolder();
    await promisify(execFile)('mkfifo', ['-m', '600', secretsPath(folder)]);
    await expect(loadSecrets(folder)).rejects.toThrow(
      `${secretsPath(folder)} can't be used: it is not a regular file. Delete it to get new secrets.`,
    );
  });

  test.each([0o770, 0o707, 0o720, 0o1777])(
    'a folder of mode %o, in which others could replace the file, is refused',
    async (mode) => {
      const folder = await temporaryFolder();
      await loadSecrets(folder);
      await chmod(folder, mode);
      const refusal = `${folder} can be written to by others on this computer, who could replace the secrets in it. Run: chmod go-w "${folder}", or choose another folder with HANDSET_CONFIG_DIR.`;
      await expect(loadSecrets(folder)).rejects.toThrow(refusal);
      await expect(renewSecrets(folder)).rejects.toThrow(refusal);
      await chmod(folder, 0o755);
      await loadSecrets(folder);
    },
  );

  // Only root can change a folder's owner.
  test.skipIf(process.getuid?.() !== 0)('a folder of another user is refused', async () => {
    const folder = await temporaryFolder();
    await loadSecrets(folder);
    await chown(folder, 12_345, 12_345);
    await expect(loadSecrets(folder)).rejects.toThrow(
      `${folder} belongs to another user, who could replace the secrets in it. Choose another folder with HANDSET_CONFIG_DIR.`,
    );
  });
});

describe('new secrets', () => {
  test('replace both old ones for good, and leave no drafts behind', async () => {
    const folder = await temporaryFolder();
    const old = await loadSecrets(folder);
    const renewed = await renewSecrets(folder);
    expect(new Set([old.token, old.page, renewed.token, renewed.page]).size).toBe(4);
    expect(await loadSecrets(folder)).toEqual(renewed);
    expect(await readdir(folder)).toEqual(['secrets.json']);
  });

  test('are also created where there were none, or a damaged file', async () => {
    const folder = join(await temporaryFolder(), 'deep', 'handset');
    expect(await renewSecrets(folder)).toEqual(await loadSecrets(folder));
    await writeFile(secretsPath(folder), '{', { mode: 0o600 });
    expect(await renewSecrets(folder)).toEqual(await loadSecrets(folder));
  });

  test('that can not be written leave the old ones, and name the file', async () => {
    const folder = await temporaryFolder();
    await mkdir(secretsPath(folder));
    await expect(renewSecrets(folder)).rejects.toThrow(`${secretsPath(folder)} can't be replaced`);
    expect(await readdir(folder)).toEqual(['secrets.json']);
  });
});

test('a file that cannot be read is named in the error', async () => {
  const folder = await temporaryFolder();
  await mkdir(secretsPath(folder), { mode: 0o700 });
  await expect(loadSecrets(folder)).rejects.toThrow(secretsPath(folder));
});

test.each([
  [{ HANDSET_CONFIG_DIR: '/here', XDG_CONFIG_HOME: '/there' }, 'linux', '/here'],
  [{ XDG_CONFIG_HOME: '/there' }, 'linux', '/there/handset'],
  [{ XDG_CONFIG_HOME: '' }, 'linux', /\/\.config\/handset$/],
  [{ XDG_CONFIG_HOME: '/there' }, 'darwin', /\/Library\/Application Support\/handset$/],
  [{ APPDATA: '/roaming' }, 'win32', '/roaming/handset'],
] as const)('%j on %s', (env, platform, folder) => {
  expect(configFolder(env, platform)).toMatch(folder);
});

test.each([
  ['~/x', 'linux'],
  ['relative/folder', 'darwin'],
  ['here', 'win32'],
] as const)(
  'the folder %s is refused on %s, since it would be another in each program',
  (path, platform) => {
    expect(() => configFolder({ HANDSET_CONFIG_DIR: path }, platform)).toThrow(
      `HANDSET_CONFIG_DIR must be an absolute path, in which ~ is not expanded. Got: ${path}`,
    );
  },
);
