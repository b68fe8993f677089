import { whoami } from '@stationmaster/contract'
import { call } from './call.ts'
import { enter } from './session.ts'

/** Refreshes the signed-in user everywhere after they changed their own data; without a response it stays as it is. */
export const renewUser = (): Promise<void> => call(whoami, {}).then(enter, () => undefined)
