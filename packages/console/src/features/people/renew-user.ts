import { whoami } from '@stationmaster/contract'
import { call } from '../../lib/call.ts'
import { enter } from '../../lib/session.ts'

/** Refreshes the signed-in user everywhere after they changed their own data. */
export async function renewUser(): Promise<void> {
  enter(await call(whoami, {}))
}
