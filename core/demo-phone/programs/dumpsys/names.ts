import type { AndroidVersion } from '../../options.ts';
import type { TaskInfo, WindowInfo } from '../../world.ts';
import { shortComponent } from '../logcat/watch-world.ts';

/** The identity hash Java prints for an object, the same each time for the same thing. */
export function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  return (hash & 0xfffffff).toString(16);
}

/** WindowState.toString. */
export function windowText({ title }: WindowInfo): string {
  return `Window{${hashOf(title)} u0 ${title}}`;
}

/** ActivityRecord.toString; Android 13 and 14 have a brace too many before the task, as captured. */
export function activityText(task: TaskInfo, android: AndroidVersion): string {
  const component = shortComponent(task);
  const brace = android === 14 ? '}' : '';
  return `ActivityRecord{${hashOf(component)} u0 ${component}${brace} t${task.taskId}}`;
}

/** `mFocusedApp`: a token around the record up to Android 9, the record itself later. */
export function focusedAppText(task: TaskInfo, android: AndroidVersion): string {
  const record = activityText(task, android);
  if (android >= 10) return record;
  const token = hashOf(`token ${record}`);
  return `AppWindowToken{${hashOf(`app ${record}`)} token=Token{${token} ${record}}}`;
}
