/** Returns the function with a cache of its results by argument, for a transaction that reads the same rows repeatedly. */
export function memo<Key, Result>(read: (key: Key) => Promise<Result>): (key: Key) => Promise<Result> {
  const known = new Map<Key, Promise<Result>>()
  return (key) => {
    const present = known.get(key)
    if (present) return present
    const found = read(key)
    known.set(key, found)
    return found
  }
}
