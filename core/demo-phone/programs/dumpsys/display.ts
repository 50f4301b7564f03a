import { rotateSize, type Size } from '../../../geometry.ts';
import { physicalDisplays } from '../screencap.ts';
import type { System } from '../system.ts';

/** The display's name in DisplayManager: numbered ports up to Android 9, physical ids later. */
export function uniqueId(android: number): string {
  return `local:${android >= 10 ? physicalDisplays[0] : '0'}`;
}

/** `dumpsys display`, shaped after captured dumps of Android 10 to 12 phones. */
export function dumpDisplay(system: System): string {
  const power = system.world.awake ? 'ON' : 'OFF';
  return `${managerState(system, power)}
${device(system, power)}
${logical(system, power)}
Display Power State:
  mScreenState=${power}
`;
}

function managerState(system: System, power: string): string {
  const { world, android, faults } = system;
  const { width, height } = world.physicalSize;
  const second = faults.has('multi-display') ? `, ${secondViewport(android)}` : '';
  return `DISPLAY MANAGER (dumpsys display)
  mOnlyCode=false
  mSafeMode=false
  mPendingTraversal=false
  mGlobalDisplayState=${power}
  mViewports=[${viewport(system)}${second}]
  mDefaultDisplayDefaultColorMode=0
  mSingleDisplayDemoMode=false
  mStableDisplaySize=Point(${width}, ${height})
`;
}

function device({ world, android }: System, power: string): string {
  const { width, height } = world.physicalSize;
  const current = world.screenSize;
  const kind = android >= 11 ? 'INTERNAL' : 'BUILT_IN';
  return `Display Devices: size=1
  DisplayDeviceInfo{"Built-in Screen": uniqueId="${uniqueId(android)}", ${width} x ${height}, modeId 1, defaultModeId 1, density ${world.physicalDensity}, state ${power}, touch INTERNAL, rotation 0, type ${kind}, FLAG_DEFAULT_DISPLAY}
    mAdapter=LocalDisplayAdapter
    mUniqueId=${uniqueId(android)}
    mCurrentLayerStack=0
    mCurrentOrientation=${world.rotation}
    mCurrentLayerStackRect=Rect(0, 0 - ${current.width}, ${current.height})
`;
}

function logical(system: System, power: string): string {
  const { world } = system;
  const physical = world.physicalSize;
  const turned = rotateSize(world.overrideSize ?? physical, world.rotation);
  return `Logical Displays: size=1
  Display 0:
    mDisplayId=0
    mLayerStack=0
    mHasContent=true
    mPrimaryDisplayDevice=Built-in Screen
    mBaseDisplayInfo=${displayInfo(system, { size: physical, rotation: 0, power })}
    mOverrideDisplayInfo=${displayInfo(system, { size: turned, rotation: world.rotation, power })}
`;
}

function viewport({ world, android }: System): string {
  const { width, height } = world.screenSize;
  const physical = world.physicalSize;
  const port = android >= 10 ? ', physicalPort=0' : '';
  const device = rotateSize(physical, world.rotation);
  const kind = android >= 10 ? `type=INTERNAL, ` : '';
  return `DisplayViewport{${kind}valid=true, ${android >= 11 ? 'isActive=true, ' : ''}displayId=0, uniqueId='${uniqueId(android)}'${port}, orientation=${world.rotation}, logicalFrame=Rect(0, 0 - ${width}, ${height}), physicalFrame=Rect(0, 0 - ${device.width}, ${device.height}), deviceWidth=${device.width}, deviceHeight=${device.height}}`;
}

/** The folded half. Guess: off and inactive. */
function secondViewport(android: number): string {
  return `DisplayViewport{type=INTERNAL, valid=true, ${android >= 11 ? 'isActive=false, ' : ''}displayId=1, uniqueId='local:${physicalDisplays[1]}', physicalPort=1, orientation=0, logicalFrame=Rect(0, 0 - 1080, 2092), physicalFrame=Rect(0, 0 - 1080, 2092), deviceWidth=1080, deviceHeight=2092}`;
}

function displayInfo(
  { world, android }: System,
  { size, rotation, power }: { size: Size; rotation: number; power: string },
): string {
  const { width, height } = size;
  const [large, small] = [Math.max(width, height), Math.min(width, height)];
  const dpi = world.overrideDensity ?? world.physicalDensity;
  const rate = android >= 12 ? ', alternativeRefreshRates=[]' : '';
  const mode = `{id=1, width=${world.physicalSize.width}, height=${world.physicalSize.height}, fps=60.000004${rate}}`;
  const group = android >= 12 ? ', displayGroupId 0' : '';
  return `DisplayInfo{"Built-in Screen", displayId 0${group}, FLAG_SECURE, FLAG_SUPPORTS_PROTECTED_BUFFERS, FLAG_TRUSTED, real ${width} x ${height}, largest app ${large} x ${large}, smallest app ${small} x ${small}, appVsyncOff 1000000, presDeadline 16666666, mode 1, defaultMode 1, modes [${mode}], hdrCapabilities null, rotation ${rotation}, state ${power}, type ${android >= 11 ? 'INTERNAL' : 'BUILT_IN'}, uniqueId "${uniqueId(android)}", app ${width} x ${height}, density ${dpi} (${dpi}.0 x ${dpi}.0) dpi, layerStack 0, colorMode 0, supportedColorModes [0], removeMode 0}`;
}
