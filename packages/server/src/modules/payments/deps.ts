import type { ModuleContext } from '../module.ts'
import type { Providers } from './providers.ts'

/** Dependencies of payments. */
export interface PaymentDeps
  extends Pick<ModuleContext, 'db' | 'bus' | 'clock' | 'log' | 'origin' | 'secrets'> {
  providers: Providers
}
