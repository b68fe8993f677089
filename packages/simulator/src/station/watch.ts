interface Waiting {
  readonly isSo: () => boolean
  readonly resolve: () => void
}

/** Waits for conditions instead of for a time. */
export class Watch {
  private readonly waiting = new Set<Waiting>()

  /** Checks the conditions again after a change. */
  notify(): void {
    for (const each of this.waiting) {
      if (!each.isSo()) continue
      this.waiting.delete(each)
      each.resolve()
    }
  }

  /** Resolves once the condition is true; rejects after `timeoutMs` with the text of `describe`. */
  until(isSo: () => boolean, timeoutMs: number, describe: () => string): Promise<void> {
    if (isSo()) return Promise.resolve()
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting.delete(waiting)
        reject(new Error(`Condition not true after ${timeoutMs} ms: ${describe()}`))
      }, timeoutMs)
      const waiting: Waiting = {
        isSo,
        resolve: () => {
          clearTimeout(timer)
          resolve()
        },
      }
      this.waiting.add(waiting)
    })
  }
}
