/** Defers work until its result is first needed. */

/** Returns a function that creates the value on its first call. Later calls return the same value. */
export function lazy<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
