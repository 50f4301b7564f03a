import type { AdbPrivateKey } from '@yume-chan/adb';
import AdbWebCredentialStore from '@yume-chan/adb-credential-web';

/** The keys by which phones know this browser, in IndexedDB of the console's origin; phones list them as `Handset@host`. */
export class BrowserKeys extends AdbWebCredentialStore {
  #early: Promise<unknown> | undefined;

  constructor() {
    super('Handset');
  }

  /** Makes a key if there is none, which takes up to 500 ms; `iterateKeys` waits for it. */
  makeEarly(): void {
    // If the storage fails, connecting fails as well and reports it.
    this.#early ??= this.#make().catch(() => undefined);
  }

  override async *iterateKeys(): AsyncGenerator<AdbPrivateKey> {
    await this.#early;
    yield* super.iterateKeys();
  }

  async #make(): Promise<void> {
    for await (const _key of super.iterateKeys()) return;
    await this.generateKey();
  }
}
