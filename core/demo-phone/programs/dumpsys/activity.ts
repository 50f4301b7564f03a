import type { TaskInfo } from '../../world.ts';
import { shortUserOf, uidOf } from '../app/system-packages.ts';
import { shortComponent } from '../logcat/watch-world.ts';
import type { System } from '../system.ts';
import { activityText, hashOf } from './names.ts';

/** `dumpsys activity [activities|top|recents|processes]`; no argument means activities. */
export function dumpActivity(system: System, [section]: readonly string[]): string {
  if (section === 'top') return top(system);
  if (section === 'recents' || section === 'r') return recents(system);
  if (section === 'processes' || section === 'p') return processes(system);
  if (section === undefined || /^(?:a|activities|-a)$/.test(section)) return activities(system);
  return `Bad activity command, or no activities match: ${section}\n`;
}

/** Which lines name the resumed activity differs by version, as captured. */
function activities(system: System): string {
  const { world, android } = system;
  const resumed = activityText(world.resumed(), android);
  const lines = [
    'ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)',
    'Display #0 (activities from top to bottom):',
    ...world.tasks().flatMap((task) => taskLines(system, task)),
  ];
  if (android >= 12) {
    lines.push(
      '  Resumed activities in task display areas (from top to bottom):',
      `    Resumed: ${resumed}`,
      '',
    );
  }
  if (android >= 9) lines.push('', `  ResumedActivity: ${resumed}`);
  lines.push(
    '',
    'ActivityStackSupervisor state:',
    '  mCurTaskIdForUser={0=12}',
    '  isHomeRecentsComponent=true',
  );
  return `${lines.join('\n')}\n`;
}

function taskLines({ world, android }: System, task: TaskInfo): string[] {
  const record = activityText(task, android);
  const isFront = task.taskId === world.resumed().taskId;
  const { taskId, packageName } = task;
  const hash = hashOf(`task ${taskId}`);
  const header = {
    8: `  Stack #${taskId}:\n    Task id #${taskId}\n    * TaskRecord{${hash} #${taskId} A=${packageName} U=0 StackId=${taskId} sz=1}`,
    11: `  Stack #${taskId}: type=standard mode=fullscreen\n    * Task{${hash} #${taskId} visible=${isFront} type=standard mode=fullscreen translucent=false A=${uidOf(packageName)}:${packageName} U=0 StackId=${taskId} sz=1}`,
    14: `  * Task{${hash} #${taskId} type=standard A=${uidOf(packageName)}:${packageName} U=0 visible=${isFront} visibleRequested=${isFront} mode=fullscreen translucent=false sz=1}`,
    16: `  * Task{${hash} #${taskId} type=standard A=${uidOf(packageName)}:${packageName} U=0 visible=${isFront} visibleRequested=${isFront} mode=fullscreen translucent=false sz=1}`,
  }[android];
  const resumed =
    android >= 12 ? `    topResumedActivity=${record}` : `    mResumedActivity: ${record}`;
  return [
    header,
    ...(isFront && android >= 12 ? [resumed] : []),
    `      * Hist #0: ${record}`,
    `          packageName=${packageName} processName=${packageName}`,
    `          Intent { act=android.intent.action.MAIN cmp=${shortComponent(task)} }`,
    `          state=${isFront ? 'RESUMED' : 'STOPPED'} nowVisible=${isFront}`,
    ...(isFront && android < 12 ? ['', resumed] : []),
    '',
  ];
}

function top({ world }: System): string {
  const task = world.resumed();
  const pid = world.packages().find(({ name }) => name === task.packageName)?.pid ?? 0;
  const component = shortComponent(task);
  return `TASK ${task.packageName} id=${task.taskId} userId=0
  ACTIVITY ${component} ${hashOf(component)} pid=${pid}
    Local Activity ${hashOf(`local ${component}`)} State:
      mResumed=true mStopped=false mFinished=false
      mChangingConfigurations=false
`;
}

function recents(system: System): string {
  const lines = system.world.tasks().map((task, i) => {
    const hash = hashOf(`task ${task.taskId}`);
    const name = system.android >= 11 ? 'Task' : 'TaskRecord';
    return `  * Recent #${i}: ${name}{${hash} #${task.taskId} A=${task.packageName} U=0 StackId=${task.taskId} sz=1}\n`;
  });
  return `ACTIVITY MANAGER RECENT TASKS (dumpsys activity recents)\n  Recent tasks:\n${lines.join('')}`;
}

function processes({ world }: System): string {
  const running = world
    .packages()
    .flatMap(({ name, pid }) => (pid === undefined ? [] : [{ name, pid }]));
  const lines = running.map(
    ({ name, pid }) =>
      `  *APP* UID ${uidOf(name)} ProcessRecord{${hashOf(name)} ${pid}:${name}/${shortUserOf(name)}}\n`,
  );
  return `ACTIVITY MANAGER RUNNING PROCESSES (dumpsys activity processes)\n  All known processes:\n${lines.join('')}`;
}
