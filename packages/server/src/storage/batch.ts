/** Asks for one key; the underlying query handles many keys. */
export type QueryOne<Key, Answer> = (key: Key) => Promise<Answer>

interface Waiting<Key, Answer> {
  key: Key
  resolve(answer: Answer): void
  reject(error: unknown): void
}

export interface BatchOptions<Key> {
  most?: number
  /** Returns a group: two keys of one group are never asked together; the later one waits for the next round. */
  apart?: (key: Key) => string
}

/**
 * Collects the keys that arrive while an earlier round is in progress and asks them together: when thousands
 * of stations reconnect at the same time, this avoids thousands of queries.
 * @param ask answers in the order of the keys
 */
export function batch<Key, Answer>(
  ask: (keys: Key[]) => Promise<Answer[]>,
  options: BatchOptions<Key> = {},
): QueryOne<Key, Answer> {
  const { most = 200, apart } = options
  let waiting: Waiting<Key, Answer>[] = []
  let isBusy = false

  const take = (): Waiting<Key, Answer>[] => {
    const seen = new Set<string>()
    const taken: Waiting<Key, Answer>[] = []
    const left: Waiting<Key, Answer>[] = []
    for (const one of waiting) {
      const name = apart?.(one.key)
      const isApart = name !== undefined && seen.has(name)
      if (taken.length < most && !isApart) {
        taken.push(one)
        if (name !== undefined) seen.add(name)
      } else left.push(one)
    }
    waiting = left
    return taken
  }

  const round = async (): Promise<void> => {
    const taken = take()
    try {
      const answers = await ask(taken.map(({ key }) => key))
      taken.forEach((one, index) => one.resolve(answers[index] as Answer))
    } catch (error) {
      for (const one of taken) one.reject(error)
    }
  }

  const work = async (): Promise<void> => {
    while (waiting.length > 0) await round()
    isBusy = false
  }

  return (key) =>
    new Promise<Answer>((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      if (isBusy) return
      isBusy = true
      setImmediate(() => void work())
    })
}
