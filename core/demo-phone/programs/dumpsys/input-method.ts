import { shortUserOf } from '../app/system-packages.ts';
import type { System } from '../system.ts';
import { hashOf } from './names.ts';

/** `dumpsys input_method`: InputMethodManagerService.dump, the lines tools read, and the client's state below. */
export function dumpInputMethod(system: System): string {
  const { world, settings } = system;
  const method = settings.get('secure', 'default_input_method') ?? 'null';
  const focused = world.focusedWindow().title;
  const lines = [
    'Current Input Method Manager state:',
    '  Input Methods: mMethodMapUpdateCount=1',
    '  InputMethod #0:',
    `    mId=${method} mSettingsActivityName=com.android.inputmethod.latin.settings.SettingsActivity mIsVrOnly=false`,
    `  mCurMethodId=${method}`,
    `  mCurClient=ClientState{${hashOf(`client ${focused}`)} uid ${shortUserOf(world.resumed().packageName)}}`,
    `  mCurFocusedWindow=android.os.BinderProxy@${hashOf(`window ${focused}`)}`,
    `  mCurId=${method} mHaveConnection=true mBoundToMethod=true`,
    ...shownLines(system),
    `  mSystemReady=true mInteractive=${world.awake}`,
    '',
    ...clientLines(system),
  ];
  return `${lines.join('\n')}\n`;
}

/** One line up to Android 13; since then ImeVisibilityStateComputer has lines of its own. Guess: mShowRequested went with them. */
function shownLines({ world, android }: System): readonly string[] {
  const shown = world.windows().some(({ kind }) => kind === 'ime');
  if (android < 14) {
    return [
      `  mShowRequested=${shown} mShowExplicitlyRequested=false mShowForced=false mInputShown=${shown}`,
    ];
  }
  return [
    '  mRequestedShowExplicitly=false',
    '  mShowForced=false',
    '  mImeHiddenByDisplayPolicy=false',
    `  mInputShown=${shown}`,
  ];
}

/** What InputMethodManager of the app in front says of itself. */
function clientLines({ world }: System): readonly string[] {
  const field = world.focusedField();
  const served =
    field === undefined
      ? 'null'
      : `${field.className}{${hashOf(field.resourceId)} VFED..CL. .F...... ${field.bounds.left},${field.bounds.top}-${field.bounds.right},${field.bounds.bottom} ${field.resourceId}}`;
  return [
    `Input method client state for ${world.resumed().packageName}:`,
    `  mServedView=${served}`,
    `  mServedInputConnection=${field === undefined ? 'null' : `RemoteInputConnectionImpl{idHash=#${hashOf(field.resourceId)}}`}`,
  ];
}
