import { AdbScrcpyOptions3_3_3 } from '@yume-chan/adb-scrcpy';

/** The settings of a scrcpy server, version 3.3.3: what every one of ours needs, and its own. */
export function serverSettings(
  scid: string,
  own: AdbScrcpyOptions3_3_3.Init,
): AdbScrcpyOptions3_3_3<boolean> {
  return new AdbScrcpyOptions3_3_3({
    scid,
    logLevel: 'info',
    audio: false,
    // Waits for us at a socket on the phone: ADB's reverse tunnel fails on some phones.
    tunnelForward: true,
    // Else the phone's name would come first on the socket.
    sendDeviceMeta: false,
    clipboardAutosync: false,
    // It removes its own file once it runs.
    cleanup: true,
    // A screen that is off stays off.
    powerOn: false,
    ...own,
  });
}
