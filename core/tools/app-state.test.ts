import { expect, it } from 'vitest';
import type { AppDetails } from '../phone/apps.ts';
import { clearAppData, getApp, setPermission, stopApp, uninstallApp } from './apps.ts';
import { callTool } from './testing/call-tool.ts';
import { recordingPhone } from './testing/recording-phone.ts';

const app: AppDetails = {
  versionName: '2.6.1',
  versionCode: 12,
  updated: '2026-03-14 09:26:53',
  isSystem: false,
  isEnabled: true,
  pids: [4247],
  memoryKb: 48_214,
  permissions: [
    { name: 'android.permission.CAMERA', isGranted: false, isRuntime: true },
    { name: 'android.permission.RECORD_AUDIO', isGranted: true, isRuntime: true },
    { name: 'android.permission.INTERNET', isGranted: true, isRuntime: false },
  ],
  lastCrash: { time: '2026-11-24 08:00:00.000', report: 'FATAL EXCEPTION: main' },
};
const packageId = { package_id: 'com.a.b' };

it('get_app: returns what the phone reports, permissions that can be changed only', async () => {
  const phone = recordingPhone({ app });
  expect((await callTool(getApp, phone, packageId)).data).toEqual({
    package_id: 'com.a.b',
    version_name: '2.6.1',
    version_code: 12,
    updated: '2026-03-14 09:26:53',
    is_system: false,
    enabled: true,
    running: true,
    memory_kb: 48_214,
    granted: ['android.permission.RECORD_AUDIO'],
    denied: ['android.permission.CAMERA'],
    last_crash: { time: '2026-11-24 08:00:00.000', report: 'FATAL EXCEPTION: main' },
  });
  expect(phone.calls).toEqual([['apps.read', 'com.a.b']]);
});

it.each([
  [{ wasRunning: true, isRunning: false }, "Application 'com.a.b' stopped."],
  [{ wasRunning: false, isRunning: false }, "Application 'com.a.b' was not running."],
  [
    { wasRunning: true, isRunning: true },
    "Application 'com.a.b' was stopped, but it is running again: Android restarted it.",
  ],
])('stop_app: %j', async (stopResult, text) => {
  expect((await callTool(stopApp, recordingPhone({ stopResult }), packageId)).answer).toBe(text);
});

it('clear_app_data, uninstall_app: say what was lost, and what will be', async () => {
  const cleared = await callTool(clearAppData, recordingPhone(), packageId);
  expect(cleared.answer).toBe(
    "Data of application 'com.a.b' cleared; the application was stopped.",
  );
  expect(clearAppData.risk?.({ ...packageId, observe: 'none' }, new Map())).toBe(
    'The app loses its accounts, files and settings.',
  );
  const removed = await callTool(uninstallApp, recordingPhone(), packageId);
  expect(removed.answer).toBe("Application 'com.a.b' uninstalled.");
  const updates = recordingPhone({ uninstallResult: 'updates-removed' });
  expect((await callTool(uninstallApp, updates, packageId)).answer).toBe(
    "Updates of application 'com.a.b' uninstalled; it is a system app and stays.",
  );
});

it.each([
  ['grant', true, 'granted to'],
  ['revoke', false, 'revoked from'],
] as const)('set_permission: %s, with what is read back', async (action, grant, done) => {
  const phone = recordingPhone();
  const args = { ...packageId, permission: 'CAMERA', action };
  expect((await callTool(setPermission, phone, args)).answer).toBe(
    `Permission android.permission.CAMERA ${done} 'com.a.b'.`,
  );
  expect(phone.calls).toEqual([
    [
      'apps.setPermission',
      { packageName: 'com.a.b', permission: 'android.permission.CAMERA', grant },
    ],
  ]);
  const unverified = await callTool(setPermission, recordingPhone({ isGranted: null }), args);
  expect(unverified.answer).toContain('sent, not verified');
  const refused = await callTool(setPermission, recordingPhone({ isGranted: !grant }), args);
  expect(refused).toMatchObject({ code: 'action-failed' });
});

it.each(['', '--user 0', 'com.a b', "com.a'; reboot", 'com.a\n', 'com..a', '$(reboot)'])(
  'all refuse the package %j',
  async (text) => {
    for (const tool of [getApp, stopApp, clearAppData, uninstallApp]) {
      const phone = recordingPhone();
      const { code } = await callTool(tool, phone, { package_id: text });
      expect([code, phone.calls]).toEqual(['invalid-argument', []]);
    }
    const args = { ...packageId, permission: text, action: 'grant' };
    expect((await callTool(setPermission, recordingPhone(), args)).code).toBe('invalid-argument');
  },
);
