/**
 * Repeats a task until the work has ended, and returns what the work returns. The task has ended, too, when this
 * returns or throws, so that a test that fails leaves nothing running. Throws the error of the work, else that of the
 * task, which is not repeated after an error.
 */
export async function repeatDuring<T>(task: () => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  const over = new AbortController()
  const repeated = (async () => {
    while (!over.signal.aborted) await task()
  })()
  // it may fail long before the work has ended, when nothing waits for it yet
  repeated.catch(() => {})
  try {
    const result = await work()
    over.abort()
    await repeated
    return result
  } finally {
    over.abort()
    await Promise.allSettled([repeated])
  }
}
