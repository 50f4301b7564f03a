import { pageLockPrefix, type Question } from './worker/words-with-page.ts';

/** A service worker that does not answer is of another version; nothing is said then. */
const answerMs = 5_000;
/** Tabs stay open for days; a tab that is looked at again asks for a new build, but not each time. */
const askAgainMs = 30 * 60_000;

/** Keeps the console for the time without network, and knows whether a newer one is ready. */
export class Updates {
  /** Whether a reload would show another build than this page's. */
  isNewerReady = $state(false);

  readonly #script = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src;
  #askedAtMs = 0;

  /** Begins once the page is there; what it costs must not come before that. Never rejects. */
  async start(): Promise<void> {
    // The dev server serves sources, which must not be kept.
    if (!import.meta.env.PROD || this.#script === undefined) return;
    // Absent where pages are not secure, whatever the type says.
    const { serviceWorker, locks } = navigator as Partial<Navigator>;
    if (serviceWorker === undefined) return;
    this.#stay(locks, this.#script);
    serviceWorker.addEventListener('controllerchange', () => void this.#compare(serviceWorker));
    await loaded();
    await this.#register(serviceWorker).catch(() => {
      // A host without the file, a browser that forbids it: the console works on without.
    });
  }

  async #register(container: ServiceWorkerContainer): Promise<void> {
    const registration: unknown = await container.register('./service-worker.js', {
      updateViaCache: 'none',
    });
    // A browser under test may refuse by answering nothing.
    if (!(registration instanceof ServiceWorkerRegistration)) return;
    this.#askedAtMs = Date.now();
    document.addEventListener('visibilitychange', () => {
      if (document.hidden || Date.now() - this.#askedAtMs < askAgainMs) return;
      this.#askedAtMs = Date.now();
      registration.update().catch(() => {
        // Without network, or the host is away.
      });
    });
    // A service worker that is being replaced is left alone: it would delete the new build's files
    // as unused, and a message that wakes it now makes Chromium keep it for up to five minutes.
    if (registration.installing !== null || registration.waiting !== null) return;
    // So that it looks after what it keeps. Its answer means nothing yet: a page that is newer than
    // its service worker is not known to it either, and may stay so where the disk is full.
    void this.#ask(container);
  }

  /** Held while the page is open: the files of its build stay that long. */
  #stay(locks: LockManager | undefined, script: string): void {
    const forever = new Promise<void>(() => {});
    locks?.request(pageLockPrefix + script, { mode: 'shared' }, () => forever).catch(() => {});
  }

  /** Another service worker has come while the page was open. */
  async #compare(container: ServiceWorkerContainer): Promise<void> {
    const answer = await this.#ask(container);
    if (answer !== null) this.isNewerReady = !answer;
  }

  async #ask({ controller }: ServiceWorkerContainer): Promise<boolean | null> {
    if (controller === null || this.#script === undefined) return null;
    const question: Question = { kind: 'is-newest', script: this.#script };
    return await ask(controller, question);
  }
}

async function loaded(): Promise<void> {
  if (document.readyState === 'complete') return;
  await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));
}

/** What the service worker answers; null when it does not. */
async function ask(worker: ServiceWorker, question: Question): Promise<boolean | null> {
  const { port1, port2 } = new MessageChannel();
  try {
    return await new Promise((resolve) => {
      port1.onmessage = ({ data }: MessageEvent<unknown>) => resolve(data === true);
      setTimeout(() => resolve(null), answerMs);
      worker.postMessage(question, [port2]);
    });
  } finally {
    port1.close();
  }
}
