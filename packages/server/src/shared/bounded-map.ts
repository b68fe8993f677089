/**
 * Map with at most `limit` entries: a new one removes those that were set least recently. Setting an entry
 * again makes it the newest. A full map never rejects an entry and is never cleared as a whole. It removes
 * several entries at a time because a map keeps the slots of removed entries for a while and each iteration
 * from its beginning passes them.
 */
export class BoundedMap<K, V> extends Map<K, V> {
  private readonly limit: number
  private readonly removed: ((value: V, key: K) => void) | undefined

  /** @param removed called with each evicted entry */
  constructor(limit: number, removed?: (value: V, key: K) => void) {
    super()
    this.limit = limit
    this.removed = removed
  }

  override set(key: K, value: V): this {
    this.delete(key)
    if (this.size >= this.limit) this.evict(this.limit - Math.ceil(this.limit / 64))
    return super.set(key, value)
  }

  private evict(left: number): void {
    for (const [key, value] of this) {
      if (this.size <= left) return
      this.delete(key)
      this.removed?.(value, key)
    }
  }
}
