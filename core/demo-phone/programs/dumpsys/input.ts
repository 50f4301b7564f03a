import { rotateSize } from '../../../geometry.ts';
import type { WindowInfo } from '../../world.ts';
import { uidOf } from '../app/system-packages.ts';
import type { System } from '../system.ts';
import { uniqueId } from './display.ts';
import { windowText } from './names.ts';

/**
 * `dumpsys input`: the touch screen as captured from Android 9-11 (with SurfaceOrientation)
 * and Android 13-15 phones (without it).
 */
export function dumpInput(system: System): string {
  return [managerState(system), eventHub(system), reader(system), dispatcher(system)].join('\n');
}

function managerState({ world }: System): string {
  return `INPUT MANAGER (dumpsys input)

Input Manager State:
  Interactive: ${world.awake}
  System UI Lights Out: false
  Pointer Speed: 0
  Show Touches: false
`;
}

/** Classes and sources are names from Android 12 on, numbers before, as captured. */
function eventHub({ android }: System): string {
  const named = android >= 12;
  return `Event Hub State:
  BuiltInKeyboardId: -2
  Devices:
    -1: Virtual
      Classes: ${named ? 'KEYBOARD | ALPHAKEY | DPAD | VIRTUAL' : '0x40000023'}
      Path: <virtual>
      Enabled: true
    2: demo_touch
      Classes: ${named ? 'TOUCH | TOUCH_MT' : '0x00000014'}
      Path: /dev/input/event2
      Enabled: true
`;
}

function reader(system: System): string {
  const { world, android } = system;
  const named = android >= 12;
  const natural = world.physicalSize;
  const turned = rotateSize(natural, world.rotation);
  const source = named ? 'TOUCHSCREEN' : '0x00001002';
  const rest = 'flat=0.000, fuzz=0.000, resolution=0.000';
  const orientation = named ? '' : `      SurfaceOrientation: ${world.rotation}\n`;
  return `Input Reader State:
  Device 2: demo_touch
    Generation: 8
    IsExternal: false
    Sources: ${source}
    KeyboardType: 0
    Motion Ranges:
      X: source=${source}, min=0.000, max=${turned.width - 1}.000, ${rest}
      Y: source=${source}, min=0.000, max=${turned.height - 1}.000, ${rest}
    Touch Input Mapper (mode - ${named ? 'DIRECT' : 'direct'}):
      Raw Touch Axes:
        X: min=0, max=${natural.width - 1}, flat=0, fuzz=0, resolution=0
        Y: min=0, max=${natural.height - 1}, flat=0, fuzz=0, resolution=0
      ${viewport(system)}
${orientation}      Last Raw Touch: pointerCount=0
`;
}

function viewport({ world, android }: System): string {
  const turned = rotateSize(world.physicalSize, world.rotation);
  const logical = world.screenSize;
  const modern = android >= 10;
  const frame = `[0, 0, ${logical.width}, ${logical.height}]`;
  const device = `[0, 0, ${turned.width}, ${turned.height}]`;
  return `Viewport INTERNAL: displayId=0, uniqueId=${uniqueId(android)}, ${modern ? 'port=0, ' : ''}orientation=${world.rotation}, logicalFrame=${frame}, physicalFrame=${device}, deviceSize=[${turned.width}, ${turned.height}]${modern ? ', isActive=[1]' : ''}`;
}

function dispatcher(system: System): string {
  const { world } = system;
  const topFirst = [...world.windows()].reverse();
  return `Input Dispatcher State:
  DispatchEnabled: true
  DispatchFrozen: false
  FocusedWindows:
    displayId=0, name='${world.focusedWindow().title}'
  Displays:
    Windows:
${topFirst.map((window, i) => `      ${i}: ${dispatchedWindow(system, window)}`).join('\n')}
`;
}

/** What a window takes, as captured from Android 9-11 and Android 13-15 phones. */
function dispatchedWindow({ android }: System, window: WindowInfo): string {
  const { left, top, right, bottom } = window.bounds;
  const rect = `[${left},${top}][${right},${bottom}]`;
  const title = windowText(window);
  return android < 13
    ? `name='${title}', displayId=0, paused=false, hasWallpaper=false, visible=true, frame=${rect}, touchableRegion=${rect}, inputFeatures=0x00000000`
    : `name='${title.replace(/^Window\{(\w+) u0 (.*)\}$/, '$1 $2')}', displayId=0, inputConfig=0x0, alpha=1.00, frame=${rect}, touchableRegion=${rect}, ownerUid=${uidOf(window.packageName)}`;
}
