import type { ModuleContext } from '../module.ts'
import type { Providers } from './providers.ts'

/** What the parts of payments need. */
export interface PaymentDeps extends Pick<ModuleContext, 'db' | 'bus' | 'clock' | 'log' | 'origin'> {
  providers: Providers
}
