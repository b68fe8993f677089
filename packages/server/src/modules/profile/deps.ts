import type { MailQueue } from '../mail/index.ts'
import type { ModuleContext } from '../module.ts'

export interface ProfileDeps extends Pick<ModuleContext, 'db' | 'bus' | 'clock'> {
  mail: MailQueue
}
