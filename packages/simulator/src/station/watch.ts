interface Waiting {
  readonly isSo: () => boolean
  readonly resolve: () => void
}

/** Lets others wait for a condition instead of for a time. */
export class Watch {
  private readonly waiting = new Set<Waiting>()

  /** Something has changed: conditions are looked at again. */
  notify(): void {
    for (const each of this.waiting) {
      if (!each.isSo()) continue
      this.waiting.delete(each)
      each.resolve()
    }
  }

  /** Resolves once the condition holds; rejects after `timeoutMs` with what `describe` then says. */
  until(isSo: () => boolean, timeoutMs: number, describe: () => string): Promise<void> {
    if (isSo()) return Promise.resolve()
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting.delete(waiting)
        reject(new Error(`Not so after ${timeoutMs} ms: ${describe()}`))
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
