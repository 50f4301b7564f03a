import {
  parseOriginalSettings,
  type AppLanguageKey,
  type OriginalSettings,
  type SettingName,
} from '#core/phone/device-state.ts';
import type { PhoneOriginals } from '#core/link/phone-status.ts';
import type { DeviceSource } from './open-device.ts';

type Key = SettingName | AppLanguageKey;

/** The original settings of one phone; calls back after each change. */
class ObservedSettings extends Map<Key, string> {
  readonly #onChange: () => void;

  constructor(values: OriginalSettings, onChange: () => void) {
    super();
    this.#onChange = onChange;
    for (const [key, value] of values) super.set(key, value);
  }

  override set(key: Key, value: string): this {
    super.set(key, value);
    this.#onChange();
    return this;
  }

  override delete(key: Key): boolean {
    const existed = super.delete(key);
    if (existed) this.#onChange();
    return existed;
  }
}

/** What tools' changes of settings can be put back to, of all phones. */
export class PhoneSettings {
  readonly #onChange: () => void;
  readonly #bySerial = new Map<string, OriginalSettings>();
  /** A demo phone starts anew with each source, although its serial number stays. */
  readonly #ofDemos = new WeakMap<DeviceSource, OriginalSettings>();

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Those of this phone; empty for one that is new. */
  of(source: DeviceSource, serial: string): OriginalSettings {
    const isDemo = source.kind === 'demo';
    const known = isDemo ? this.#ofDemos.get(source) : this.#bySerial.get(serial);
    if (known !== undefined) return known;
    const originals = new ObservedSettings(new Map(), this.#onChange);
    if (isDemo) this.#ofDemos.set(source, originals);
    else this.#bySerial.set(serial, originals);
    return originals;
  }

  /** Replaces those of all phones but the connected one by what the page has kept. */
  load(stored: readonly PhoneOriginals[], connectedSerial: string | null): void {
    for (const serial of this.#bySerial.keys())
      if (serial !== connectedSerial) this.#bySerial.delete(serial);
    for (const { serial, values } of stored) {
      if (serial === connectedSerial) continue;
      const originals = new ObservedSettings(parseOriginalSettings(values), this.#onChange);
      this.#bySerial.set(serial, originals);
    }
  }
}
