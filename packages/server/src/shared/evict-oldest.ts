/**
 * Makes room for one more entry of a map that keeps at most `most`: removes the oldest entries when it is full, and
 * calls `removed` with each. It removes several at a time, because a map keeps the places of removed entries for a
 * while and each walk from its beginning passes them.
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
