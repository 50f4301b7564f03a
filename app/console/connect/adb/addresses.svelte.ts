import { formatPhoneAddress, parsePhoneAddress } from '#core/link/phone-address.ts';
import { onStorageChange, recall, remember } from '../../../ui/storage.ts';

const storageName = 'phone-addresses';
/** More than a person has phones; the oldest is forgotten. */
const maxAddresses = 16;

/** The typed addresses that a phone was connected at, the latest first; kept for later visits. */
class PhoneAddresses {
  list = $state.raw<readonly string[]>(parseStored(recall(storageName)));

  constructor() {
    onStorageChange(storageName, (text) => (this.list = parseStored(text)));
  }

  /** Keeps this address, as adb writes it. */
  add(address: string): void {
    this.#set([address, ...this.list.filter((each) => each !== address)].slice(0, maxAddresses));
  }

  remove(address: string): void {
    this.#set(this.list.filter((each) => each !== address));
  }

  #set(list: readonly string[]): void {
    this.list = list;
    remember(storageName, list.length === 0 ? null : list.join(' '));
  }
}

/** Anything else that may be stored there is left out. */
function parseStored(text: string | null): readonly string[] {
  return (text ?? '').split(' ').filter(isAddress).slice(0, maxAddresses);
}

function isAddress(text: string): boolean {
  try {
    return formatPhoneAddress(parsePhoneAddress(text)) === text;
  } catch {
    return false;
  }
}

/** The same for all components of a page. */
export const phoneAddresses = new PhoneAddresses();
