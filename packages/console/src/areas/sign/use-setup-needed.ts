import { setupState } from '@stationmaster/contract'
import { useEffect, useState } from 'react'
import { call } from '../../lib/call.ts'

/** Whether the first administrator is still to be created; null until the server has said so. */
export function useSetupNeeded(): boolean | null {
  const [needed, setNeeded] = useState<boolean | null>(null)
  useEffect(() => {
    const ending = new AbortController()
    void call(setupState, {}, { signal: ending.signal })
      .then((state) => setNeeded(state.needed))
      // Unknown: the form is shown, and says by itself when nobody answers.
      .catch(() => null)
    return () => ending.abort()
  }, [])
  return needed
}
