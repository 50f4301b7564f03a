/** What NotificationManagerService prints of the notifications. */
import type { System } from '../../system.ts';
import type { PostedNotification } from '../../world.ts';
import { uidOf } from '../system-packages.ts';
import { identityHash } from './window.ts';

const msOfUnit: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000 };

function packageOf({ component, postedBy }: PostedNotification): string {
  return postedBy ?? component.split('/', 1)[0] ?? '';
}

/** StatusBarNotification.key: user, package, id, tag, uid. */
function keyOf(notification: PostedNotification): string {
  const name = packageOf(notification);
  return `0|${name}|${idOf(notification)}|null|${uidOf(name)}`;
}

function idOf({ title }: PostedNotification): number {
  return [...title].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 10_000, 7);
}

/** The keys of the notifications, a line each. */
export function notificationKeys({ world }: System): readonly string[] {
  return world.notifications.map(keyOf);
}

/** The record of the notification with this key; undefined without one. */
export function notificationRecord(system: System, key: string): string | undefined {
  const found = system.world.notifications.find((each) => keyOf(each) === key);
  return found && recordText(system, found, '');
}

/** NotificationManagerService.dumpImpl. */
export function dumpNotification(system: System, args: readonly string[]): string {
  const redacts = !args.includes('--noredact');
  const records = system.world.notifications.map((each) =>
    recordText(system, each, '    ', redacts),
  );
  const list = records.length === 0 ? '' : `  Notification List:\n${records.join('')}  \n`;
  return `Current Notification Manager state:
${list}  mUseAttentionLight=true
  mHasLight=true
`;
}

/** NotificationRecord.dump. */
function recordText(
  { android }: System,
  notification: PostedNotification,
  prefix: string,
  redacts = false,
): string {
  const { title, text, age, ongoing } = notification;
  const name = packageOf(notification);
  const uid = uidOf(name);
  const key = keyOf(notification);
  const [, count = '0', unit = ''] = /^(\d+)([mh])$/.exec(age) ?? [];
  const when = Date.now() - Number(count) * (msOfUnit[unit] ?? 0);
  const flags = ongoing ? 0x2 : 0x10;
  const names = ongoing ? 'ONGOING_EVENT' : 'AUTO_CANCEL';
  const at = `${prefix}  `;
  const inner = `${at}${at}`;
  const extra = (value: string): string =>
    redacts ? `String [length=${value.length}]` : `String (${value})`;
  return `${prefix}NotificationRecord(0x${identityHash(key)}: pkg=${name} user=UserHandle{0} id=${idOf(notification)} tag=null importance=3 key=${key}: Notification(channel=default shortcut=null contentView=null vibrate=null sound=null defaults=0x0 flags=${android >= 14 ? names : `0x${flags.toString(16)}`} color=0x00000000 vis=PRIVATE))
${at}uid=${uid} userId=0
${at}opPkg=${name}
${at}flags=${android >= 14 ? names : `0x${flags.toString(16)}`}
${at}pri=0
${at}key=${key}
${at}seen=true
${at}groupKey=${key}
${at}notification=
${inner}fullscreenIntent=null
${inner}contentIntent=PendingIntent{${identityHash(title)}: PendingIntentRecord{${identityHash(text)} ${name} startActivity}}
${inner}number=0
${inner}when=${when}
${inner}tickerText=null
${inner}color=0x00000000
${inner}extras={
${inner}    android.title=${extra(title)}
${inner}    android.subText=null
${inner}    android.showChronometer=Boolean (false)
${inner}    android.text=${extra(text)}
${inner}}
${at}publicNotification=
${inner}None
${at}mImportance=DEFAULT
${at}mCreationTimeMs=${when}
`;
}
