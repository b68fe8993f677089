import { useEffect } from 'react'
import { machineToken } from '../../lib/machine-token.ts'

/**
 * Requests the token of a public screen before it is needed. A failure is ignored here; the form requests it
 * again.
 */
export function useMachineToken(): void {
  useEffect(() => {
    machineToken().catch(() => null)
  }, [])
}
