/**
 * Runs each step after the frame that shows the result of the step before: all of them in one frame would block the
 * page. Returns a function that leaves out the steps that remain.
 */
export function runInFrames(steps: readonly (() => void)[]): () => void {
  let frame = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const runFrom = (at: number): void => {
    const step = steps[at]
    if (step === undefined) return
    frame = requestAnimationFrame(() => {
      timer = setTimeout(() => {
        step()
        runFrom(at + 1)
      })
    })
  }
  runFrom(0)
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
