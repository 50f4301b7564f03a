/** What a lock's holder does with it. */
type Callback = (lock: Lock | null) => unknown;

/** The Web Locks of one origin where the runtime has none: shared ones, which is all we ask for. */
export class MemoryLocks implements LockManager {
  readonly #held = new Set<LockInfo>();

  request<Value>(name: string, callback: LockGrantedCallback<Value>): Promise<Awaited<Value>>;
  request<Value>(
    name: string,
    options: LockOptions,
    callback: LockGrantedCallback<Value>,
  ): Promise<Awaited<Value>>;
  async request(name: string, options: LockOptions | Callback, callback?: Callback) {
    if (typeof options === 'function' || options.mode !== 'shared' || !callback) {
      throw new Error('Only shared locks are kept here');
    }
    const info = { name, mode: 'shared' as const, clientId: 'memory' };
    this.#held.add(info);
    await Promise.resolve();
    const result: unknown = await callback({ name, mode: 'shared' });
    this.#held.delete(info);
    // Nobody here asks what a lock's holder gave.
    return result as never;
  }

  query(): Promise<LockManagerSnapshot> {
    return Promise.resolve({ held: [...this.#held], pending: [] });
  }
}
