import { whoami } from '@stationmaster/contract'
import { call } from '../../lib/call.ts'
import { enter } from '../../lib/session.ts'

/** Shows the signed-in person everywhere as the server knows them now, after a change of their own. */
export async function renewUser(): Promise<void> {
  enter(await call(whoami, {}))
}
