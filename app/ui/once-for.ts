/** A function that makes its result once for each object and keeps it as long as the object. */
export function onceFor<Key extends object, Result>(
  make: (key: Key) => Result,
): (key: Key) => Result {
  const made = new WeakMap<Key, { readonly result: Result }>();
  return (key) => {
    const kept = made.get(key) ?? { result: make(key) };
    made.set(key, kept);
    return kept.result;
  };
}
