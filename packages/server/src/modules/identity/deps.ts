import type { ModuleContext } from '../module.ts'
import type { KeyRing } from './key-ring.ts'

export interface IdentityDeps
  extends Pick<ModuleContext, 'db' | 'bus' | 'clock' | 'logEvent' | 'secrets' | 'origin'> {
  keys: KeyRing
  /** Other clients of this installation with their redirect addresses. */
  clients: readonly { id: string; redirects: readonly string[] }[]
  /** Users for whom two-factor authentication is required. */
  totpDemand: 'off' | 'admin' | 'all'
}
