import { useEffect } from 'react'
import { machineToken } from '../../lib/machine-token.ts'

/** Has the token of a public screen ready before it is needed. A failure was logged; the form asks again by itself. */
export function useMachineToken(): void {
  useEffect(() => {
    machineToken().catch(() => null)
  }, [])
}
