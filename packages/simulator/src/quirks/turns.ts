/** Goes through some ways of doing a thing, one after the other and again from the start. */
export function turns<T>(...ways: readonly [T, ...T[]]): () => T {
  let turn = 0
  return () => ways[turn++ % ways.length]!
}
