import { evictOldest } from './evict-oldest.ts'

/**
 * Map with at most `limit` entries: a new one removes those that were set least recently. Setting an entry
 * again makes it the newest. A full map never rejects an entry and is never cleared as a whole.
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
    evictOldest(this, this.limit, this.removed)
    return super.set(key, value)
  }
}
