/**
 * Makes space for one more entry in a map of at most `most` entries: removes the oldest ones if it is full,
 * and calls `removed` with each. It removes several at a time because a map keeps the slots of removed
 * entries for a while and each iteration from its beginning passes them.
 */
export function evictOldest<K, V>(
  map: Map<K, V>,
  most: number,
  removed: (value: V, key: K) => void = () => {},
): void {
  if (map.size < most) return
  const left = most - Math.ceil(most / 64)
  for (const [key, value] of map) {
    if (map.size <= left) return
    map.delete(key)
    removed(value, key)
  }
}
