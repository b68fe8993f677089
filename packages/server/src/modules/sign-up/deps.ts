import type { Quotas } from '../accounts/index.ts'
import type { MailQueue } from '../mail/index.ts'
import type { ModuleContext } from '../module.ts'

export interface SignUpDeps extends Pick<ModuleContext, 'db' | 'bus' | 'clock'> {
  quotas: Quotas
  mail: MailQueue
  /** Registration mode: disabled, or the kind of user that it creates. */
  signUp: 'off' | 'driver' | 'operator'
  /** The account of drivers who sign up. */
  mainAccount: string
  /** Data folder with the texts of this installation. */
  dataDir: string
}
