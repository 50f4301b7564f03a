import type { System } from '../../system.ts';

/**
 * Remembers the rotation lock as UiAutomation does when it is connected; returns what it does when it
 * is disconnected (UiAutomationConnection.storeRotationStateLocked, restoreRotationStateLocked): the
 * rotation is free again, or locked to what the display had, whatever was set since.
 */
export function rememberRotation({ settings, world }: System): () => void {
  const isLocked = settings.get('system', 'accelerometer_rotation') === '0';
  const values = isLocked
    ? { user_rotation: String(world.rotation), accelerometer_rotation: '0' }
    : { accelerometer_rotation: '1' };
  return () => {
    for (const [key, value] of Object.entries(values)) {
      if (settings.get('system', key) !== value) settings.put('system', key, value);
    }
  };
}
