import { setupState } from '@stationmaster/contract'
import { useEffect, useState } from 'react'
import { call } from '../../lib/call.ts'

/**
 * Milliseconds that the sign-in waits for the response before it is shown, so that it is not replaced right
 * away.
 */
const patienceMs = 300

/**
 * Returns true if the first administrator must be created; null until the server has responded, false if it
 * is slow.
 */
export function useSetupNeeded(): boolean | null {
  const [needed, setNeeded] = useState<boolean | null>(null)
  useEffect(() => {
    const ending = new AbortController()
    const patience = setTimeout(() => setNeeded((known) => known ?? false), patienceMs)
    void call(setupState, {}, { signal: ending.signal })
      .then((state) => setNeeded(state.needed))
      // Unknown: the form is shown, and reports the failure itself if the server does not answer.
      .catch(() => setNeeded((known) => known ?? false))
    return () => {
      clearTimeout(patience)
      ending.abort()
    }
  }, [])
  return needed
}
