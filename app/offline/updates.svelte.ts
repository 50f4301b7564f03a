import { pageLockPrefix, type NewestBuildQuestion } from './worker/page-messages.ts';

/** Timeout for the service worker's answer; one that does not answer is of another version and is ignored. */
const answerTimeoutMs = 5_000;
/** Tabs stay open for days: a tab that becomes visible checks for a new build, at most this often. */
const checkIntervalMs = 30 * 60_000;

/** Registers the service worker that makes the console work offline, and reports whether a newer build is ready. */
export class Updates {
  /** Whether a reload would show a different build. */
  isNewerReady = $state(false);

  readonly #script = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src;
  #lastCheckAtMs = 0;

  /** Registers once the page has loaded, so as not to compete with it. Never rejects. */
  async start(): Promise<void> {
    // The dev server serves sources, which must not be cached.
    if (!import.meta.env.PROD || this.#script === undefined) return;
    // Absent outside secure contexts, whatever the type says.
    const { serviceWorker, locks } = navigator as Partial<Navigator>;
    if (serviceWorker === undefined) return;
    this.#holdPageLock(locks, this.#script);
    serviceWorker.addEventListener(
      'controllerchange',
      () => void this.#compareBuilds(serviceWorker),
    );
    await pageLoaded();
    await this.#register(serviceWorker).catch(() => {
      // The host lacks the file, or the browser forbids it: the console works without.
    });
  }

  async #register(container: ServiceWorkerContainer): Promise<void> {
    const registration: unknown = await container.register('./service-worker.js', {
      updateViaCache: 'none',
    });
    // A browser under test may resolve with nothing.
    if (!(registration instanceof ServiceWorkerRegistration)) return;
    this.#lastCheckAtMs = Date.now();
    document.addEventListener('visibilitychange', () => {
      if (document.hidden || Date.now() - this.#lastCheckAtMs < checkIntervalMs) return;
      this.#lastCheckAtMs = Date.now();
      registration.update().catch(() => {
        // Offline, or the host is down.
      });
    });
    // Send nothing to a service worker that is being replaced: it would delete the new build's files
    // as unused, and being woken makes Chromium keep it for up to five minutes.
    if (registration.installing !== null || registration.waiting !== null) return;
    // Makes it repair and clean up its caches. The answer is ignored: a page newer than its service
    // worker is unknown to it as well, permanently if the disk is full.
    void this.#isNewestBuild(container);
  }

  /** Holds a lock while the page is open, so that the service worker keeps the files of its build. */
  #holdPageLock(locks: LockManager | undefined, script: string): void {
    const forever = new Promise<void>(() => {});
    locks?.request(pageLockPrefix + script, { mode: 'shared' }, () => forever).catch(() => {});
  }

  /** Called when another service worker has taken control while the page was open. */
  async #compareBuilds(container: ServiceWorkerContainer): Promise<void> {
    const answer = await this.#isNewestBuild(container);
    if (answer !== null) this.isNewerReady = !answer;
  }

  async #isNewestBuild({ controller }: ServiceWorkerContainer): Promise<boolean | null> {
    if (controller === null || this.#script === undefined) return null;
    const question: NewestBuildQuestion = { kind: 'is-newest', script: this.#script };
    return await askServiceWorker(controller, question);
  }
}

async function pageLoaded(): Promise<void> {
  if (document.readyState === 'complete') return;
  await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));
}

/** The service worker's answer; null when there is none in time. */
async function askServiceWorker(
  worker: ServiceWorker,
  question: NewestBuildQuestion,
): Promise<boolean | null> {
  const { port1, port2 } = new MessageChannel();
  try {
    return await new Promise((resolve) => {
      port1.onmessage = ({ data }: MessageEvent<unknown>) => resolve(data === true);
      setTimeout(() => resolve(null), answerTimeoutMs);
      worker.postMessage(question, [port2]);
    });
  } finally {
    port1.close();
  }
}
