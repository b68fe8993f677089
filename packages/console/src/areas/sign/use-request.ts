import { useState } from 'react'

/** State of a request: idle, pending, or failed with what `work` threw. The caller handles success. */
export function useRequest(problem: unknown = null) {
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState(problem)
  const run = async (work: () => Promise<void>): Promise<void> => {
    setPending(true)
    setFailure(null)
    try {
      await work()
    } catch (thrown) {
      setFailure(thrown)
    }
    setPending(false)
  }
  return { pending, failure, run }
}
