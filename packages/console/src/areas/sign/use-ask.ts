import { useState } from 'react'

/** The life of a question: idle, pending, and failed with what `work` threw. What becomes of success is the caller's. */
export function useAsk(problem: unknown = null) {
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState(problem)
  const ask = async (work: () => Promise<void>): Promise<void> => {
    setPending(true)
    setFailure(null)
    try {
      await work()
    } catch (thrown) {
      setFailure(thrown)
    }
    setPending(false)
  }
  return { pending, failure, ask }
}
