import { setupState } from '@stationmaster/contract'
import { useEffect, useState } from 'react'
import { call } from '../../lib/call.ts'

/** So long the sign-in waits for the answer, rather than flash up and be replaced. */
const patienceMs = 300

/** Whether the first administrator is still to be created; null until the server has said so, or is slow to. */
export function useSetupNeeded(): boolean | null {
  const [needed, setNeeded] = useState<boolean | null>(null)
  useEffect(() => {
    const ending = new AbortController()
    const patience = setTimeout(() => setNeeded((known) => known ?? false), patienceMs)
    void call(setupState, {}, { signal: ending.signal })
      .then((state) => setNeeded(state.needed))
      // Unknown: the form is shown, and says by itself when nobody answers.
      .catch(() => setNeeded((known) => known ?? false))
    return () => {
      clearTimeout(patience)
      ending.abort()
    }
  }, [])
  return needed
}
