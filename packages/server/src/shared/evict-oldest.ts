/**
 * Makes room for one more entry of a map that keeps at most `most`: removes the oldest entries when it is full. It
 * removes several at a time, because a map keeps the places of removed entries for a while and each walk from its
 * beginning passes them.
 */
export function evictOldest(map: Map<string, unknown>, most: number): void {
  if (map.size < most) return
  const left = most - Math.ceil(most / 64)
  for (const key of map.keys()) {
    if (map.size <= left) return
    map.delete(key)
  }
}
