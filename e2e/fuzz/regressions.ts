/** Inputs that failed once, a character for each byte, by target. */
export const regressions: Readonly<Record<string, readonly string[]>> = {
  'reply of list_notifications': [
    `  Notification List:\n    NotificationRecord(\n      key=0|l|\n            when=17960237134797960`,
  ],
  'reply of get_device_logs': ['handset-log\nE\xe2\x80\xa8'],
  'list of a folder by LIS2': [
    `DNT2${'\0'.repeat(57)}&${'\0'.repeat(10)}\x01\0\0\0aDONE${'\0'.repeat(72)}`,
  ],
  'h264 video of scrcpy': [`h264\0\0\0 \0\0\0 \x80${'\0'.repeat(11)}`],
  'rows of the element reader': [`screen${'\t'.repeat(8)}\nnode\tx${'\t'.repeat(16)}\n\n`],
  'answer of an adb server to adb-features': ['FAIL9007no such transport', 'FAIL0003a\nb'],
  'answer of an adb server to adb-connect': ['OKAY-1conn', 'OKAY0003a\nb'],
  'arguments of a tool': [JSON.stringify({ name: 'tap', args: { ['x'.repeat(2_000)]: '' } })],
  'messages between windows': ['{"type":"handset:ready","version":{"toString":1,"valueOf":1}}'],
  'packets of ADB at USB': [
    `CNXN\x01\0\0\x01\0\0\x10\0\x1f\0\0\0${'\0'.repeat(4)}\xbc\xb1\xa7\xb1device::ro.product.model=\x1b[2J\na;`,
  ],
  'captured screen': ['<hierarchy><e bounds="[6255,909][1017,1522]"/></hierarchy>'],
  'address of a phone': ['p\nn', 'x'.repeat(3_000)],
  'names of files': ['\xc3\xbc'.repeat(24_000), '?\n*\n'.repeat(4_000)],
  'content of a file': [`FAIL\0\x10\0\0${'\x01'.repeat(4_096)}`],
  'output of taking a screenshot': ['\0'.repeat(1_537)],
  'output of reading the size of the display': ['x\nnote:y', '\x1b[2J'],
};
