import { rotateSize } from '../../../geometry.ts';
import type { WindowInfo } from '../../world.ts';
import { uidOf } from '../system-packages.ts';
import { physicalDisplays } from '../screencap.ts';
import type { System } from '../../system.ts';
import { windowText } from './window.ts';

/** The display's name in DisplayManager: numbered ports up to Android 9, physical ids later. */
function uniqueId(android: number): string {
  return `local:${android >= 10 ? physicalDisplays[0] : '0'}`;
}

/** `dumpsys display`, shaped after captured dumps of Android 10 to 12 phones. */
export function dumpDisplay({ world, android, faults }: System): string {
  const power = world.displayOn ? 'ON' : 'OFF';
  const kind = android >= 11 ? 'INTERNAL' : 'BUILT_IN';
  const id = uniqueId(android);
  const dpi = world.overrideDensity ?? world.physicalDensity;
  const { width, height } = world.physicalSize;
  const { width: currentWidth, height: currentHeight } = world.screenSize;
  const natural = world.overrideSize ?? world.physicalSize;
  const logicalSize = rotateSize(natural, world.rotation);
  const deviceSize = rotateSize(world.physicalSize, world.rotation);
  const activeField = (isActive: boolean): string =>
    android >= 11 ? `isActive=${isActive}, ` : '';
  const viewports = [
    `DisplayViewport{${android >= 10 ? 'type=INTERNAL, ' : ''}valid=true, ${activeField(true)}displayId=0, uniqueId='${id}'${android >= 10 ? ', physicalPort=0' : ''}, orientation=${world.rotation}, logicalFrame=Rect(0, 0 - ${currentWidth}, ${currentHeight}), physicalFrame=Rect(0, 0 - ${deviceSize.width}, ${deviceSize.height}), deviceWidth=${deviceSize.width}, deviceHeight=${deviceSize.height}}`,
    // The folded half. Guess: off and inactive.
    ...(faults.has('multi-display')
      ? [
          `DisplayViewport{type=INTERNAL, valid=true, ${activeField(false)}displayId=1, uniqueId='local:${physicalDisplays[1]}', physicalPort=1, orientation=0, logicalFrame=Rect(0, 0 - 1080, 2092), physicalFrame=Rect(0, 0 - 1080, 2092), deviceWidth=1080, deviceHeight=2092}`,
        ]
      : []),
  ];
  const info = (size: typeof logicalSize, rotation: number): string =>
    `DisplayInfo{"Built-in Screen", displayId 0${android >= 12 ? ', displayGroupId 0' : ''}, FLAG_SECURE, FLAG_SUPPORTS_PROTECTED_BUFFERS, FLAG_TRUSTED, real ${size.width} x ${size.height}, mode 1, defaultMode 1, modes [{id=1, width=${width}, height=${height}, fps=60.000004}], rotation ${rotation}, state ${power}, type ${kind}, uniqueId "${id}", app ${size.width} x ${size.height}, density ${dpi} (${dpi}.0 x ${dpi}.0) dpi, layerStack 0, colorMode 0, supportedColorModes [0], removeMode 0}`;
  return `DISPLAY MANAGER (dumpsys display)
  mGlobalDisplayState=${power}
  mViewports=[${viewports.join(', ')}]
  mStableDisplaySize=Point(${width}, ${height})

Display Devices: size=1
  DisplayDeviceInfo{"Built-in Screen": uniqueId="${id}", ${width} x ${height}, modeId 1, defaultModeId 1, density ${world.physicalDensity}, state ${power}, touch INTERNAL, rotation 0, type ${kind}, FLAG_DEFAULT_DISPLAY}
    mUniqueId=${id}
    mCurrentOrientation=${world.rotation}
    mCurrentLayerStackRect=Rect(0, 0 - ${currentWidth}, ${currentHeight})

Logical Displays: size=1
  Display 0:
    mDisplayId=0
    mPrimaryDisplayDevice=Built-in Screen
    mBaseDisplayInfo=${info(world.physicalSize, 0)}
    mOverrideDisplayInfo=${info(logicalSize, world.rotation)}

Display Power State:
  mScreenState=${power}
`;
}

/**
 * `dumpsys input`: the touch screen as captured from Android 9-11 (with SurfaceOrientation)
 * and Android 13-15 phones (without it). Classes and sources are names from Android 12 on.
 */
export function dumpInput(system: System): string {
  const { world, android } = system;
  const hasNames = android >= 12;
  const natural = world.physicalSize;
  const physicalSize = rotateSize(natural, world.rotation);
  const logical = world.screenSize;
  const source = hasNames ? 'TOUCHSCREEN' : '0x00001002';
  const rest = 'flat=0.000, fuzz=0.000, resolution=0.000';
  const port = android >= 10 ? 'port=0, ' : '';
  const orientation = hasNames ? '' : `      SurfaceOrientation: ${world.rotation}\n`;
  const topFirst = [...world.windows()].reverse();
  const windows = topFirst.map((window, i) => `      ${i}: ${inputWindowLine(system, window)}\n`);
  return `INPUT MANAGER (dumpsys input)

Input Manager State:
  Interactive: ${world.displayOn}
  Show Touches: false

Event Hub State:
  Devices:
    2: demo_touch
      Classes: ${hasNames ? 'TOUCH | TOUCH_MT' : '0x00000014'}
      Path: /dev/input/event2
      Enabled: true

Input Reader State:
  Device 2: demo_touch
    Sources: ${source}
    Motion Ranges:
      X: source=${source}, min=0.000, max=${physicalSize.width - 1}.000, ${rest}
      Y: source=${source}, min=0.000, max=${physicalSize.height - 1}.000, ${rest}
    Touch Input Mapper (mode - ${hasNames ? 'DIRECT' : 'direct'}):
      Raw Touch Axes:
        X: min=0, max=${natural.width - 1}, flat=0, fuzz=0, resolution=0
        Y: min=0, max=${natural.height - 1}, flat=0, fuzz=0, resolution=0
      Viewport INTERNAL: displayId=0, uniqueId=${uniqueId(android)}, ${port}orientation=${world.rotation}, logicalFrame=[0, 0, ${logical.width}, ${logical.height}], physicalFrame=[0, 0, ${physicalSize.width}, ${physicalSize.height}], deviceSize=[${physicalSize.width}, ${physicalSize.height}]${android >= 10 ? ', isActive=[1]' : ''}
${orientation}      Last Raw Touch: pointerCount=0

Input Dispatcher State:
  DispatchEnabled: true
  DispatchFrozen: false
  FocusedWindows:
    displayId=0, name='${world.focusedWindow().title}'
  Displays:
    Windows:
${windows.join('')}`;
}

/** The line of a window in the input dispatcher, as captured from Android 9-11 and Android 13-15 phones. */
function inputWindowLine({ android }: System, window: WindowInfo): string {
  const { left, top, right, bottom } = window.bounds;
  const rect = `[${left},${top}][${right},${bottom}]`;
  const title = windowText(window);
  return android < 13
    ? `name='${title}', displayId=0, paused=false, hasWallpaper=false, visible=true, frame=${rect}, touchableRegion=${rect}, inputFeatures=0x00000000`
    : `name='${title.replace(/^Window\{(\w+) u0 (.*)\}$/, '$1 $2')}', displayId=0, inputConfig=0x0, alpha=1.00, frame=${rect}, touchableRegion=${rect}, ownerUid=${uidOf(window.packageName)}`;
}
