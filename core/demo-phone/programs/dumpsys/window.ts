import type { Size } from '#core/geometry.ts';
import type { AndroidVersion } from '../../options.ts';
import type { TaskInfo, WindowInfo } from '../../world.ts';
import { shortUserOf, uidOf } from '../system-packages.ts';
import { shortComponent } from '../logcat/activity-log.ts';
import type { System } from '../../system.ts';

/** An identity hash as Java prints it; the same text always gives the same hash. */
export function identityHash(text: string): string {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  return (hash & 0xfffffff).toString(16);
}

/** WindowState.toString. */
export function windowText({ title }: WindowInfo): string {
  return `Window{${identityHash(title)} u0 ${title}}`;
}

/** ActivityRecord.toString; Android 13 and 14 print an extra brace before the task, as captured. */
function activityText(task: TaskInfo, android: AndroidVersion): string {
  const component = shortComponent(task);
  const brace = android === 14 ? '}' : '';
  return `ActivityRecord{${identityHash(component)} u0 ${component}${brace} t${task.taskId}}`;
}

/** The value of `mFocusedApp`: up to Android 9 a token around the record, later the record itself. */
export function focusedAppText(task: TaskInfo, android: AndroidVersion): string {
  const record = activityText(task, android);
  if (android >= 10) return record;
  const token = `Token{${identityHash(`token ${record}`)} ${record}}`;
  return `AppWindowToken{${identityHash(`app ${record}`)} token=${token}}`;
}

/** `dumpsys window [windows|displays|policy]`; all without an argument. Headings as captured. */
export function dumpWindow(system: System, [section = 'all']: readonly string[]): string {
  const isAll = section === 'all' || section === '-a';
  const parts = [
    ...(isAll || /^p(?:olicy)?$/.test(section) ? [policySection(system)] : []),
    ...(isAll || /^d(?:isplays)?$/.test(section) ? [displaysSection(system)] : []),
    ...(isAll || /^(?:w|windows|visible)$/.test(section) ? [windowsSection(system)] : []),
  ];
  if (parts.length > 0) return parts.join('\n');
  return `Bad window command, or no windows match: ${section}\nUse -h for help.\n`;
}

/** The lines of PhoneWindowManager.dump that tools read; this phone's lock screen never shows. */
function policySection({ world }: System): string {
  return `WINDOW MANAGER POLICY STATE (dumpsys window policy)
    mAwake=${world.displayOn}
    mScreenOnEarly=${world.displayOn} mScreenOnFully=${world.displayOn}
    KeyguardServiceDelegate
      showing=false
      inputRestricted=false
      occluded=false
      trusted=false
      simSecure=false
      systemReady=true
`;
}

function displaysSection(system: System): string {
  const { android, faults, world } = system;
  const { width, height } = world.overrideSize ?? world.physicalSize;
  const small = Math.min(width, height);
  const large = Math.max(width, height);
  const dpi = world.overrideDensity ?? world.physicalDensity;
  const isOverridden = world.overrideSize !== undefined || world.overrideDensity !== undefined;
  const base = isOverridden ? `base=${width}x${height} ${dpi}dpi ` : '';
  const app = sizeText(appSize(system));
  const lines = [
    'WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)',
    // Other displays come first, as in captured dumps of phones with several.
    ...(faults.has('multi-display') ? [2, 1].flatMap((id) => otherDisplay(id, android)) : []),
    ...(world.focusedDisplay === 0 ? [] : focusedOtherDisplay(world.focusedDisplay)),
    `  Display: mDisplayId=0${android >= 12 ? ' (organized)' : ''}`,
    `    init=${sizeText(world.physicalSize)} ${world.physicalDensity}dpi ${base}cur=${sizeText(world.screenSize)} app=${app} rng=${small}x${small}-${large}x${large}`,
    '    deferred=false layoutNeeded=false',
    ...(android >= 10 ? focusLines(system) : []),
    '',
    ...(android >= 11 ? displayTasks(system) : []),
    ...(android >= 10 ? displayPolicy(system) : []),
    '  DisplayRotation',
    '    mCurrentAppOrientation=SCREEN_ORIENTATION_UNSPECIFIED',
    `    mRotation=${world.rotation} mDeferredRotationPauseCount=0`,
  ];
  return `${lines.join('\n')}\n`;
}

/** The tasks of the display, topmost first, as TaskDisplayArea.dump prints them; all but picture-in-picture fill the screen. */
function displayTasks(system: System): string[] {
  const { width, height } = system.world.screenSize;
  const pinned = system.world.windows().find(({ kind }) => kind === 'picture-in-picture');
  return [
    '  Task display areas in top down Z order:',
    '    TaskDisplayArea DefaultTaskDisplayArea',
    '      Application tokens in top down Z order:',
    ...(pinned === undefined ? [] : pinnedTask(system, pinned)),
    ...system.world
      .tasks()
      .flatMap((task) => [
        `      * ${taskText(system, task)}`,
        `        bounds=[0,0][${width},${height}]`,
        `        * ${activityText(task, system.android)}`,
      ]),
    '',
  ];
}

function pinnedTask(system: System, { title, packageName, bounds }: WindowInfo): string[] {
  const { left, top, right, bottom } = bounds;
  const [, activity = ''] = title.split('/');
  const task = { taskId: pinnedTaskId, packageName, activity };
  return [
    `      * ${taskText(system, task, 'pinned')}`,
    `        bounds=[${left},${top}][${right},${bottom}]`,
    `        * ${activityText(task, system.android)}`,
  ];
}

/** Above those of the phone's own tasks. */
const pinnedTaskId = 900;

/** A part of DisplayPolicy.dump. */
function displayPolicy({ world: { displayOn } }: System): string[] {
  return [
    '  DisplayPolicy',
    `    mAwake=${displayOn} mScreenOnEarly=${displayOn} mScreenOnFully=${displayOn}`,
    '',
  ];
}

function otherDisplay(id: number, android: number): string[] {
  return [
    `  Display: mDisplayId=${id}${android >= 12 ? ' (organized)' : ''}`,
    '    init=1080x2092 420dpi cur=1080x2092 app=1080x2092 rng=1080x1080-2092x2092',
    '    deferred=false layoutNeeded=false',
    ...(android >= 10 ? ['  mCurrentFocus=null', '  mFocusedApp=null'] : []),
    '',
  ];
}

/** A display with a focused window: only one display has one (DisplayContent.findFocusedWindowIfNeeded). */
function focusedOtherDisplay(id: number): string[] {
  return [
    `  Display: mDisplayId=${id} (organized)`,
    '    init=1080x2092 420dpi cur=1080x2092 app=1080x2092 rng=1080x1080-2092x2092',
    `  mCurrentFocus=Window{964a007 u0 ${otherDisplayPackage}/${otherDisplayPackage}.Main}`,
    `  mFocusedApp=ActivityRecord{14144584 u0 ${otherDisplayPackage}/.Main t9}`,
    '  DisplayRotation',
    '    mRotation=3 mDeferredRotationPauseCount=0',
    '',
  ];
}

/** The app on the other display with the fault `focus-elsewhere`. */
export const otherDisplayPackage = 'com.example.desktop';

/** DisplayContent.dump from Android 10 on; before, WindowManagerService's windows section. */
function focusLines({ world, android }: System): string[] {
  const hasFocus = world.focusedDisplay === 0;
  return [
    `  mCurrentFocus=${hasFocus ? windowText(world.focusedWindow()) : 'null'}`,
    `  mFocusedApp=${focusedAppText(world.resumedActivity(), android)}`,
  ];
}

/** The app area. Guess: the display without a button navigation bar; apps draw behind a gesture bar. */
function appSize({ world, android }: System): Size {
  const { width, height } = world.screenSize;
  const bar = world.windows().find(({ kind }) => kind === 'navigation-bar')?.bounds;
  if (bar === undefined || android >= 11) return { width, height };
  const across = bar.right - bar.left >= width;
  return across
    ? { width, height: height - (bar.bottom - bar.top) }
    : { width: width - (bar.right - bar.left), height };
}

function sizeText({ width, height }: Size): string {
  return `${width}x${height}`;
}

function windowsSection(system: System): string {
  const { world, android, faults } = system;
  const topFirst = [...world.windows()].reverse();
  const lines = [
    'WINDOW MANAGER WINDOWS (dumpsys window windows)',
    // Up to Android 9 windows are numbered from the back, later from the front.
    ...topFirst.flatMap((window, i) =>
      windowLines(system, window, android < 10 ? topFirst.length - 1 - i : i),
    ),
    '',
    '  mGlobalConfiguration={1.0 ?mcc?mnc [en_US] ldltr}',
  ];
  if (android >= 10) lines.push('  mTopFocusedDisplayId=0');
  else {
    if (faults.has('multi-display')) lines.push('  mCurrentFocus=null', '  mCurrentFocus=null');
    lines.push(...focusLines(system));
  }
  return `${lines.join('\n')}\n`;
}

/** android.view.WindowManager.LayoutParams.TYPE_*. */
const typeNames = {
  activity: ['1', 'BASE_APPLICATION'],
  dialog: ['2', 'APPLICATION'],
  'picture-in-picture': ['1', 'BASE_APPLICATION'],
  shade: ['2040', 'NOTIFICATION_SHADE'],
  ime: ['2011', 'INPUT_METHOD'],
  'status-bar': ['2000', 'STATUS_BAR'],
  'navigation-bar': ['2019', 'NAVIGATION_BAR'],
} as const satisfies Record<WindowInfo['kind'], readonly [string, string]>;

/** Lines of WindowState.dump that tools read; the flags are numbers up to Android 8, names later. */
function windowLines(system: System, window: WindowInfo, number: number): string[] {
  const { android, world } = system;
  const { bounds, secure, kind, packageName, title } = window;
  const [typeNumber, typeName] = typeNames[kind];
  const frame = `[${bounds.left},${bounds.top}][${bounds.right},${bounds.bottom}]`;
  const session = `Session{${identityHash(packageName)} 4021:${shortUserOf(packageName)}}`;
  const attributes =
    android < 9
      ? [
          `    mAttrs=WM.LayoutParams{(0,0)(fillxfill) sim=#120 ty=${typeNumber} fl=#${secure ? '81812100' : '81810100'} wanim=0x103046a}`,
        ]
      : [
          `    mAttrs={(0,0)(fillxfill) sim={adjust=resize} ty=${typeName} fmt=TRANSLUCENT wanim=0x10302f8`,
          `      fl=${secure ? 'SECURE ' : ''}LAYOUT_IN_SCREEN LAYOUT_INSET_DECOR SPLIT_TOUCH HARDWARE_ACCELERATED DRAWS_SYSTEM_BAR_BACKGROUNDS`,
          '      pfl=FORCE_DRAW_STATUS_BAR_BACKGROUND FIT_INSETS_CONTROLLED',
          '      fitSides=}',
        ];
  const task = world.resumedActivity();
  const isApp = kind === 'activity' && title.startsWith(`${task.packageName}/`);
  return [
    `  Window #${number} ${windowText(window)}:`,
    `    mDisplayId=0 ${android >= 12 ? 'rootTaskId' : 'stackId'}=${task.taskId} mSession=${session} mClient=android.os.BinderProxy@${identityHash(`client ${title}`)}`,
    `    mOwnerUid=${uidOf(packageName)} ${android >= 11 ? 'showForAllUsers' : 'mShowToOwnerOnly'}=${android < 11} package=${packageName} appop=NONE`,
    ...attributes,
    `    Requested w=${bounds.right - bounds.left} h=${bounds.bottom - bounds.top} mLayoutSeq=471`,
    ...(isApp && android >= 11 ? [`    mActivityRecord=${activityText(task, android)}`] : []),
    `    ${android < 11 ? `mFrame=${frame} last=${frame}` : `Frames: frame=${frame}`}`,
    '    mHasSurface=true isReadyForDisplay()=true mWindowRemovalAllowed=false',
    ...(android >= 11 ? ['    isOnScreen=true', '    isVisible=true'] : []),
  ];
}

/** `dumpsys activity [activities]`. Which lines name the resumed activity differs by version, as captured. */
export function dumpActivity(system: System, [section = 'a']: readonly string[]): string {
  if (!/^(?:a|activities|-a)$/.test(section))
    return `Bad activity command, or no activities match: ${section}\n`;
  const { world, android } = system;
  const resumed = activityText(world.resumedActivity(), android);
  const lines = [
    'ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)',
    'Display #0 (activities from top to bottom):',
    ...world.tasks().flatMap((task) => taskLines(system, task)),
    ...(android >= 12
      ? [
          '  Resumed activities in task display areas (from top to bottom):',
          `    Resumed: ${resumed}`,
        ]
      : []),
    ...(android >= 9 ? ['', `  ResumedActivity: ${resumed}`] : []),
  ];
  return `${lines.join('\n')}\n`;
}

/** Task.toString, from Android 11 on. */
function taskText(
  { world, android }: System,
  { taskId, packageName }: TaskInfo,
  mode = 'fullscreen',
): string {
  const isFront = mode === 'pinned' || taskId === world.resumedActivity().taskId;
  const hash = identityHash(`task ${taskId}`);
  const affinity = `A=${uidOf(packageName)}:${packageName}`;
  return android === 11
    ? `Task{${hash} #${taskId} visible=${isFront} type=standard mode=${mode} translucent=false ${affinity} U=0 StackId=${taskId} sz=1}`
    : `Task{${hash} #${taskId} type=standard ${affinity} U=0 visible=${isFront} visibleRequested=${isFront} mode=${mode} translucent=false sz=1}`;
}

function taskLines(system: System, task: TaskInfo): string[] {
  const { world, android } = system;
  const { taskId, packageName } = task;
  const record = activityText(task, android);
  const isFront = taskId === world.resumedActivity().taskId;
  const old = `TaskRecord{${identityHash(`task ${taskId}`)} #${taskId} A=${packageName} U=0 StackId=${taskId} sz=1}`;
  const modern = `  * ${taskText(system, task)}`;
  const header = {
    8: `  Stack #${taskId}:\n    Task id #${taskId}\n    * ${old}`,
    11: `  Stack #${taskId}: type=standard mode=fullscreen\n  ${modern}`,
    14: modern,
    16: modern,
  }[android];
  return [
    header,
    ...(isFront && android >= 12 ? [`    topResumedActivity=${record}`] : []),
    `      * Hist #0: ${record}`,
    `          packageName=${packageName} processName=${packageName}`,
    `          Intent { act=android.intent.action.MAIN cmp=${shortComponent(task)} }`,
    `          state=${isFront ? 'RESUMED' : 'STOPPED'} nowVisible=${isFront}`,
    ...(isFront && android < 12 ? ['', `    mResumedActivity: ${record}`] : []),
    '',
  ];
}
