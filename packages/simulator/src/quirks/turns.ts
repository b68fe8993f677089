/** Returns a function that cycles through the given values. */
export function turns<T>(...ways: readonly [T, ...T[]]): () => T {
  let turn = 0
  return () => ways[turn++ % ways.length]!
}
