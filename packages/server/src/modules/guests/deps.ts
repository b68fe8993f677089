import type { RunningCosts } from '../charges/index.ts'
import type { Commands } from '../commands/index.ts'
import type { MailQueue } from '../mail/index.ts'
import type { ModuleContext } from '../module.ts'
import type { GuestPayments } from '../payments/index.ts'

/** Dependencies of charging without an account. */
export interface GuestDeps
  extends Pick<ModuleContext, 'db' | 'bus' | 'clock' | 'log' | 'secrets' | 'origin' | 'config'> {
  commands: Commands
  payments: GuestPayments
  running: Pick<RunningCosts, 'of'>
  mail: MailQueue
  /** Returns the signed address of a file. */
  addressOf: (fileId: string) => string
}
