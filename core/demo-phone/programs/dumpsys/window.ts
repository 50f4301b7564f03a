import { rotateSize, type Size } from '../../../geometry.ts';
import { shortUserOf, uidOf } from '../app/system-packages.ts';
import type { System } from '../system.ts';
import type { WindowInfo } from '../../world.ts';
import { activityText, focusedAppText, hashOf, windowText } from './names.ts';

/** `dumpsys window [windows|displays|policy|lastanr]`; no argument means all. Headings as captured. */
export function dumpWindow(system: System, [section]: readonly string[]): string {
  switch (section) {
    case 'lastanr':
      return lastAnr();
    case 'policy':
    case 'p':
      return policy(system);
    case 'displays':
    case 'd':
      return displays(system);
    case 'windows':
    case 'w':
    case 'visible':
      return windowsSection(system);
    case undefined:
    case 'all':
    case '-a':
      return [lastAnr(), policy(system), displays(system), windowsSection(system)].join('\n');
    default:
      return `Bad window command, or no windows match: ${section}\nUse -h for help.\n`;
  }
}

function lastAnr(): string {
  return 'WINDOW MANAGER LAST ANR (dumpsys window lastanr)\n  <no ANR has occurred since boot>\n';
}

function policy({ world }: System): string {
  return `WINDOW MANAGER POLICY STATE (dumpsys window policy)
    mSafeMode=false mSystemReady=true mSystemBooted=true
    mCameraLensCoverState=CAMERA_LENS_COVER_ABSENT
    mAwake=${world.awake} mScreenOnEarly=${world.awake} mScreenOnFully=${world.awake}
    mShowingLockscreen=false mDreamingLockscreen=false
    KeyguardServiceDelegate
      showing=false
      showingAndNotOccluded=false
      inputRestricted=false
      occluded=false
`;
}

function displays(system: System): string {
  const { android, faults, world } = system;
  const lines = ['WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)'];
  // Other displays stand first, as in captured dumps of phones with several.
  if (faults.has('multi-display'))
    lines.push(...otherDisplay(2, android), ...otherDisplay(1, android));
  const { width, height } = world.overrideSize ?? world.physicalSize;
  const dpi = world.overrideDensity ?? world.physicalDensity;
  const current = world.screenSize;
  const app = withoutNavigation(system);
  const base = `base=${width}x${height} ${dpi}dpi `;
  const isOverridden = world.overrideSize !== undefined || world.overrideDensity !== undefined;
  lines.push(
    `  Display: mDisplayId=0${android >= 12 ? ' (organized)' : ''}`,
    `    init=${world.physicalSize.width}x${world.physicalSize.height} ${world.physicalDensity}dpi ${isOverridden ? base : ''}cur=${text(current)} app=${text(app)} rng=${ranges(system)}`,
    `    deferred=false layoutNeeded=false`,
    ...(android >= 10 ? focusLines(system) : []),
    '',
    '  DisplayRotation',
    `    mCurrentAppOrientation=SCREEN_ORIENTATION_UNSPECIFIED`,
    `    mRotation=${world.rotation} mDeferredRotationPauseCount=0`,
    '',
    ...taskLines(system),
  );
  return `${lines.join('\n')}\n`;
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

/** DisplayContent.dump from Android 10 on; before, WindowManagerService's windows section. */
function focusLines({ world, android }: System): string[] {
  const focused = world.focusedWindow();
  return [
    `  mCurrentFocus=${windowText(focused)}`,
    `  mFocusedApp=${focusedAppText(world.resumed(), android)}`,
  ];
}

/** Guess: what an app gets is the display without a bar of buttons; gesture bars are covered by it. */
function withoutNavigation({ world, android }: System): Size {
  const { width, height } = world.screenSize;
  const bar = world.windows().find(({ kind }) => kind === 'navigation-bar')?.bounds;
  if (bar === undefined || android >= 11) return { width, height };
  const across = bar.right - bar.left >= width;
  return across
    ? { width, height: height - (bar.bottom - bar.top) }
    : { width: width - (bar.right - bar.left), height };
}

function ranges({ world }: System): string {
  const { width, height } = world.overrideSize ?? world.physicalSize;
  const [small, large] = [Math.min(width, height), Math.max(width, height)];
  return `${small}x${small}-${large}x${large}`;
}

function taskLines({ world, android }: System): string[] {
  return world
    .tasks()
    .flatMap((task) => [
      `    taskId=${task.taskId}`,
      `      mBounds=${rectOf(rotateSize(world.overrideSize ?? world.physicalSize, world.rotation))}`,
      `      ${activityText(task, android)}`,
    ]);
}

function rectOf({ width, height }: Size): string {
  return `[0,0][${width},${height}]`;
}

function text({ width, height }: Size): string {
  return `${width}x${height}`;
}

function windowsSection(system: System): string {
  const { world, android, faults } = system;
  const topFirst = [...world.windows()].reverse();
  const lines = ['WINDOW MANAGER WINDOWS (dumpsys window windows)'];
  topFirst.forEach((window, i) => {
    // Up to Android 9 the number counts from the back, later from the front.
    const number = android < 10 ? topFirst.length - 1 - i : i;
    lines.push(...windowLines(system, window, number));
  });
  lines.push(
    '',
    '  mGlobalConfiguration={1.0 ?mcc?mnc [en_US] ldltr}',
    '  mHasPermanentDpad=false',
  );
  if (android < 10) {
    if (faults.has('multi-display')) lines.push('  mCurrentFocus=null', '  mCurrentFocus=null');
    lines.push(...focusLines(system));
  } else lines.push('  mTopFocusedDisplayId=0');
  return `${lines.join('\n')}\n`;
}

/** android.view.WindowManager.LayoutParams.TYPE_*. */
const typeNames = {
  activity: ['1', 'BASE_APPLICATION'],
  dialog: ['2', 'APPLICATION'],
  shade: ['2040', 'NOTIFICATION_SHADE'],
  ime: ['2011', 'INPUT_METHOD'],
  'status-bar': ['2000', 'STATUS_BAR'],
  'navigation-bar': ['2019', 'NAVIGATION_BAR'],
} as const satisfies Record<WindowInfo['kind'], readonly [string, string]>;

/** Lines of WindowState.dump that tools read; the flags are numbers up to Android 8, names later. */
function windowLines(system: System, window: WindowInfo, number: number): string[] {
  const { android, world } = system;
  const { bounds, secure, kind } = window;
  const [typeNumber, typeName] = typeNames[kind];
  const frame = `[${bounds.left},${bounds.top}][${bounds.right},${bounds.bottom}]`;
  const session = `Session{${hashOf(window.packageName)} 4021:${shortUserOf(window.packageName)}}`;
  const old = [
    `    mAttrs=WM.LayoutParams{(0,0)(fillxfill) sim=#120 ty=${typeNumber} fl=#${secure ? '81812100' : '81810100'} wanim=0x103046a}`,
  ];
  const names = [
    `    mAttrs={(0,0)(fillxfill) sim={adjust=resize} ty=${typeName} fmt=TRANSLUCENT wanim=0x10302f8`,
    `      fl=${secure ? 'SECURE ' : ''}LAYOUT_IN_SCREEN LAYOUT_INSET_DECOR SPLIT_TOUCH HARDWARE_ACCELERATED DRAWS_SYSTEM_BAR_BACKGROUNDS`,
    '      pfl=FORCE_DRAW_STATUS_BAR_BACKGROUND FIT_INSETS_CONTROLLED',
    '      fitSides=}',
  ];
  const task = world.resumed();
  const isApp = kind === 'activity' && window.title.startsWith(`${task.packageName}/`);
  return [
    `  Window #${number} ${windowText(window)}:`,
    `    mDisplayId=0 ${android >= 12 ? 'rootTaskId' : 'stackId'}=${task.taskId} mSession=${session} mClient=android.os.BinderProxy@${hashOf(`client ${window.title}`)}`,
    `    mOwnerUid=${uidOf(window.packageName)} ${android >= 11 ? 'showForAllUsers' : 'mShowToOwnerOnly'}=${android < 11} package=${window.packageName} appop=NONE`,
    ...(android < 9 ? old : names),
    `    Requested w=${bounds.right - bounds.left} h=${bounds.bottom - bounds.top} mLayoutSeq=471`,
    ...(isApp && android >= 11 ? [`    mActivityRecord=${activityText(task, android)}`] : []),
    '    mViewVisibility=0x0 mHaveFrame=true mObscured=false',
    `    ${android < 11 ? 'mFrame' : 'Frames: frame'}=${frame}${android < 11 ? ` last=${frame}` : ''}`,
    '    mHasSurface=true isReadyForDisplay()=true mWindowRemovalAllowed=false',
    ...(android >= 11 ? ['    isOnScreen=true', '    isVisible=true'] : []),
  ];
}
