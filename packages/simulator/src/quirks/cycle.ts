/** Returns a function that cycles through the given values. */
export function cycle<T>(...values: readonly [T, ...T[]]): () => T {
  let index = 0
  return () => values[index++ % values.length]!
}
