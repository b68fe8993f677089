/** Time in ms after which the work is done although the page is busy. */
const latestMs = 2_000

/** Runs work when the page has nothing else to do. Returns the function that cancels it. */
export function whenIdle(work: () => void): () => void {
  // absent in Safari, whatever its type says
  const request = window.requestIdleCallback as typeof window.requestIdleCallback | undefined
  if (!request) {
    const timer = setTimeout(work, 200)
    return () => clearTimeout(timer)
  }
  const id = request(work, { timeout: latestMs })
  return () => window.cancelIdleCallback(id)
}
