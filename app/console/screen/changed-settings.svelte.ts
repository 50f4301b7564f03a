import { HandsetError } from '#core/errors.ts';
import type { WorkerLink } from '#core/link/link.ts';
import type { PhoneOriginals } from '#core/link/phone-status.ts';
import { isJsonArray, ownMember, parseJson, type Json } from '../../ui/json.ts';
import { onStorageChange, recall, remember } from '../../ui/storage.ts';

/** The connected phone's settings that tools have changed and can restore. */
export class ChangedSettingsState {
  names = $state.raw<readonly string[]>([]);
  isRestoring = $state(false);
  readonly kept: KeptSettings;
  readonly #link: WorkerLink;

  constructor(link: WorkerLink) {
    this.#link = link;
    this.kept = new KeptSettings(link);
    link.on('changedSettings', ({ names }) => (this.names = names));
  }

  /** Restores the phone's settings; resolves to the note to show. Rejects with the tool's message if that fails. */
  async restore(): Promise<string> {
    const call = { name: 'set_device', argumentsJson: '{"restore":true}' };
    this.isRestoring = true;
    try {
      const { isError, text } = await this.#link.call('runTool', call);
      if (isError) throw new HandsetError('action-failed', text);
      return 'Settings restored.';
    } finally {
      this.isRestoring = false;
    }
  }
}

const storageName = 'changed-settings';
/** Most phones to remember; the phone whose settings changed last is kept longest. */
const maxPhones = 20;
/** Most values of a phone: the settings, and the languages of some apps. */
const maxValues = 100;
/** Longest name or value; a package name has at most 255 characters. */
const maxLength = 300;

/** Parses the stored phones with changed settings, the newest last. Leaves out malformed entries. */
export function parseOriginals(text: string | null): readonly PhoneOriginals[] {
  const stored = parseJson(text ?? '[]');
  if (!isJsonArray(stored)) return [];
  const phones = stored.flatMap((entry) => {
    const serial = ownMember(entry, 'serial');
    const values = ownMember(entry, 'values');
    if (!isShortText(serial) || !isJsonArray(values)) return [];
    return [{ serial, values: values.flatMap(parseValue) }];
  });
  return phones.reduce<readonly PhoneOriginals[]>(withPhone, []);
}

function parseValue(pair: Json): readonly (readonly [name: string, value: string])[] {
  const [name, value] = isJsonArray(pair) ? pair : [];
  return isShortText(name) && isShortText(value) ? [[name, value]] : [];
}

function isShortText(value: Json | undefined): value is string {
  return typeof value === 'string' && value.length <= maxLength;
}

/** Replaces this phone's values and makes it the newest; without values, removes the phone. */
export function withPhone(
  phones: readonly PhoneOriginals[],
  { serial, values }: PhoneOriginals,
): readonly PhoneOriginals[] {
  const others = phones.filter((phone) => phone.serial !== serial);
  if (values.length === 0) return others;
  return [...others, { serial, values: values.slice(0, maxValues) }].slice(-maxPhones);
}

/**
 * The original values of settings that tools changed, by phone: kept in this browser, shared by all its tabs,
 * so that they can be restored after a reload or by a new worker.
 */
export class KeptSettings {
  readonly #link: WorkerLink;
  #phones: readonly PhoneOriginals[] = parseOriginals(recall(storageName));

  constructor(link: WorkerLink) {
    this.#link = link;
    link.on('changedSettings', ({ originals }) => {
      if (originals !== null) this.#keep(originals);
    });
  }

  /** Sends the kept values to the worker, and updates them when another tab does. Call before a phone can connect. */
  start(): void {
    this.#send();
    onStorageChange(storageName, (text) => {
      this.#phones = parseOriginals(text);
      this.#send();
    });
  }

  #keep(originals: PhoneOriginals): void {
    // Another tab's last change may not have arrived as an event yet.
    const stored = recall(storageName);
    const before = stored === null ? this.#phones : parseOriginals(stored);
    const kept = withPhone(before, originals);
    if (JSON.stringify(kept) === JSON.stringify(this.#phones)) return;
    this.#phones = kept;
    remember(storageName, kept.length === 0 ? null : JSON.stringify(kept));
    this.#send();
  }

  #send(): void {
    void this.#link.call('setOriginalSettings', this.#phones);
  }
}
