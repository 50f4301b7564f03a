import type { System } from '../system.ts';

/**
 * `dumpsys power`: PowerManagerService.dump, the lines tools read. A display that is off may mean
 * that the phone dozes instead of sleeping. Guess: only the newest one does.
 */
export function dumpPower(system: System): string {
  const { world, android } = system;
  const state = world.awake ? 'Awake' : android >= 16 ? 'Dozing' : 'Asleep';
  const raw = { Awake: 1, Dozing: 3, Asleep: 0 }[state];
  const lines = [
    'POWER MANAGER (dumpsys power)',
    '',
    'Power Manager State:',
    '  mDirty=0x0',
    `  mWakefulness=${state}`,
    '  mWakefulnessChanging=false',
    '  mIsPowered=true',
    '  mPlugType=2',
    '  mBatteryLevel=100',
    `  mStayOn=${stayOn(system)}`,
    '  mProximityPositive=false',
    '  mBootCompleted=true',
    `  mHalInteractiveModeEnabled=${world.awake}`,
    // Of a phone that was never off since it started (TimeUtils.formatUptime).
    `  mLastWakeTime=0 (${Math.floor(performance.now())} ms ago)`,
    '',
    'Wake Locks: size=0',
    '',
    // Display groups came with Android 12.
    ...(android >= 12
      ? ['Display Group Power States:', `  displayGroupId=0 wakefulness=${raw}`, '']
      : []),
    `Display Power: state=${world.awake ? 'ON' : 'OFF'}`,
  ];
  return `${lines.join('\n')}\n`;
}

function stayOn({ settings }: System): boolean {
  return (settings.get('global', 'stay_on_while_plugged_in') ?? '0') !== '0';
}
