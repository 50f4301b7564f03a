import type { LogBufferName, LogLevel } from './log-buffer.ts';

/** Who says something: the processes that every phone has. */
export type Speaker =
  | 'kernel'
  | 'init'
  | 'logd'
  | 'zygote'
  | 'surfaceflinger'
  | 'audioserver'
  | 'wifi'
  | 'system'
  | 'systemui'
  | 'phone'
  | 'bluetooth'
  | 'keyboard'
  | 'launcher';

/** One thing that is said. `#` in the message becomes a number that changes. */
export type Saying = readonly [
  speaker: Speaker,
  buffer: LogBufferName,
  level: LogLevel,
  tag: string,
  message: string,
];

/** What is said once, in this order, while a phone boots. */
export const bootSayings: readonly Saying[] = [
  ['init', 'main', 'I', 'auditd', 'type=2000 audit(0.0:1): initialized'],
  ['logd', 'main', 'I', 'logd', 'logdr: UID=1000 GID=1000 PID=302 n tail=0 logMask=99 pid=0'],
  ['init', 'main', 'I', 'vold', 'Vold 3.0 (the awakening) firing up'],
  ['init', 'main', 'D', 'vold', 'Detected support for: exfat ext4 f2fs ntfs vfat'],
  ['surfaceflinger', 'main', 'I', 'SurfaceFlinger', 'SurfaceFlinger is starting'],
  ['surfaceflinger', 'main', 'I', 'SurfaceFlinger', 'Using HWComposer service: default'],
  [
    'zygote',
    'main',
    'D',
    'AndroidRuntime',
    '>>>>>> START com.android.internal.os.ZygoteInit uid 0 <<<<<<',
  ],
  ['zygote', 'main', 'I', 'Zygote', 'Preloading classes...'],
  ['zygote', 'main', 'I', 'Zygote', '...preloaded 16352 classes in 1043ms.'],
  ['zygote', 'main', 'I', 'Zygote', 'Preloading shared libraries...'],
  ['zygote', 'main', 'I', 'Zygote', 'System server process 1423 has been created'],
  ['system', 'system', 'I', 'SystemServer', 'Entered the Android system server!'],
  ['system', 'system', 'I', 'SystemServerTiming', 'InitBeforeStartServices'],
  ['system', 'system', 'I', 'SystemServiceManager', 'Starting com.android.server.pm.Installer'],
  [
    'system',
    'system',
    'I',
    'SystemServiceManager',
    'Starting com.android.server.power.PowerManagerService',
  ],
  [
    'system',
    'system',
    'I',
    'SystemServiceManager',
    'Starting com.android.server.lights.LightsService',
  ],
  [
    'system',
    'system',
    'I',
    'SystemServiceManager',
    'Starting com.android.server.display.DisplayManagerService',
  ],
  [
    'system',
    'system',
    'I',
    'DisplayManagerService',
    'Display device added: DisplayDeviceInfo{"Built-in Screen"}',
  ],
  [
    'system',
    'system',
    'I',
    'PackageManager',
    'Finished scanning system apps. Time: # ms, packageCount: 76 , timePerPackage: # , cached: 74',
  ],
  [
    'system',
    'system',
    'W',
    'PackageManager',
    'Privileged permission android.permission.RECOVERY not in privapp-permissions allowlist',
  ],
  ['system', 'system', 'I', 'BootReceiver', 'Checking for fsck errors'],
  [
    'system',
    'system',
    'I',
    'InputManager',
    'Initializing input manager, mUseDevInputEventForAudioJack=false',
  ],
  ['system', 'system', 'I', 'WindowManager', 'No existing display settings, starting empty'],
  ['system', 'system', 'W', 'AlarmManager', 'Using default driver for RTC_WAKEUP'],
  ['audioserver', 'main', 'I', 'AudioFlinger', 'openOutput() this 0x7a3c #, module 10 Device 0x2'],
  ['wifi', 'main', 'I', 'wpa_supplicant', 'Successfully initialized wpa_supplicant'],
  ['system', 'system', 'I', 'WifiService', 'WifiService starting up with Wi-Fi enabled'],
  ['system', 'system', 'I', 'ActivityManager', 'System now ready'],
  [
    'systemui',
    'main',
    'D',
    'SystemUIService',
    'loading: class com.android.systemui.statusbar.phone.StatusBar',
  ],
  ['keyboard', 'main', 'I', 'LatinIME', 'Hardware accelerated drawing: true'],
  ['launcher', 'main', 'D', 'Launcher', 'bindWorkspace: 13 items'],
  [
    'system',
    'system',
    'I',
    'ActivityManager',
    'User 0 state changed from RUNNING_UNLOCKING to RUNNING_UNLOCKED',
  ],
  ['system', 'system', 'I', 'SystemServiceManager', 'Starting phase 1000'],
  ['phone', 'radio', 'D', 'RILJ', '[0001]> RIL_REQUEST_GET_SIM_STATUS [PHONE0]'],
  ['system', 'system', 'I', 'ActivityManager', 'Finished processing BOOT_COMPLETED for u0'],
];

/** What is said again and again afterwards. */
export const everydaySayings: readonly Saying[] = [
  [
    'system',
    'system',
    'D',
    'BatteryService',
    'Battery level: 100, status: 5, health: 2, present: true, scale: 100, voltage: 43#',
  ],
  [
    'system',
    'main',
    'I',
    'system_server',
    'Background concurrent copying GC freed #(5MB) AllocSpace objects, 12(1MB) LOS objects, 32% free, 21MB/31MB, paused 142us total 128.#ms',
  ],
  ['system', 'system', 'D', 'WifiClientModeImpl', 'fetchRssiAndLinkSpeed: rssi=-5# linkSpeed=866'],
  ['wifi', 'main', 'D', 'wpa_supplicant', "wlan0: Control interface command 'SIGNAL_POLL'"],
  ['system', 'system', 'I', 'PowerManagerService', 'Nap time (uid 10#)...'],
  ['system', 'system', 'W', 'NotificationService', 'Object died trying to hide notification #'],
  [
    'system',
    'main',
    'W',
    'Looper',
    'Slow delivery took 2#ms main h=com.android.server.am.ActivityManagerService$MainHandler',
  ],
  [
    'system',
    'system',
    'V',
    'SettingsProvider',
    'Notifying for 0: content://settings/system/screen_brightness',
  ],
  ['system', 'system', 'D', 'ConnectivityService', 'NetReassign [no changes] [c 0] [a 1] [i #]'],
  ['system', 'system', 'I', 'UsageStatsService', 'User[0] Flushing usage stats to disk'],
  ['systemui', 'main', 'D', 'NotificationListener', 'onNotificationRankingUpdate #'],
  [
    'systemui',
    'main',
    'D',
    'KeyguardUpdateMonitor',
    'received broadcast android.intent.action.BATTERY_CHANGED',
  ],
  ['systemui', 'main', 'I', 'QSTileHost', 'Recreating tiles'],
  [
    'surfaceflinger',
    'main',
    'W',
    'SurfaceFlinger',
    "Permission Denial: can't access SurfaceFlinger pid=#, uid=2000",
  ],
  [
    'surfaceflinger',
    'main',
    'D',
    'BufferQueueDebug',
    '[StatusBar#0](this:0xb400#) BufferQueue core=(498:/system/bin/surfaceflinger)',
  ],
  ['audioserver', 'main', 'D', 'AudioFlinger', 'mixer(0x7a3c#) throttle end: throttle time(11)'],
  ['phone', 'radio', 'D', 'RILJ', '[0#]> RIL_REQUEST_SIGNAL_STRENGTH [PHONE0]'],
  ['phone', 'radio', 'D', 'RILJ', '[0#]< RIL_REQUEST_SIGNAL_STRENGTH error 0 [PHONE0]'],
  ['phone', 'main', 'D', 'TelephonyManager', 'No SIM card inserted'],
  ['bluetooth', 'main', 'I', 'bt_btif', 'bta_dm_pm_btm_status: peer 00:11:22:33:44:55, mode #'],
  ['bluetooth', 'main', 'W', 'BluetoothAdapterService', 'getConnectionState: no such profile'],
  ['keyboard', 'main', 'I', 'LatinIME', 'Starting input. Cursor position = #,#'],
  ['launcher', 'main', 'D', 'Launcher', 'onTrimMemory level=#'],
  [
    'launcher',
    'main',
    'W',
    'OpenGLRenderer',
    'Incorrectly called buildLayer on View: ShortcutAndWidgetContainer, destroying layer...',
  ],
  [
    'launcher',
    'main',
    'I',
    'Choreographer',
    'Skipped 3# frames!  The application may be doing too much work on its main thread.',
  ],
  [
    'logd',
    'main',
    'I',
    'logd',
    'logdr: UID=2000 GID=2000 PID=# b tail=0 logMask=19 pid=0 start=0ns timeout=0ns',
  ],
  [
    'init',
    'main',
    'I',
    'auditd',
    'type=1400 audit(0.0:#): avc: denied { read } for name="u:object_r:vendor_default_prop:s0" dev="tmpfs" ino=1# scontext=u:r:shell:s0 tcontext=u:object_r:vendor_default_prop:s0 tclass=file permissive=0',
  ],
  [
    'system',
    'system',
    'E',
    'StatsPullAtomService',
    'Failed to get modem activity info: ErrorCode=#',
  ],
  ['system', 'main', 'E', 'WifiHAL', 'wifi_get_link_stats: requestResponse Error:-#'],
];
