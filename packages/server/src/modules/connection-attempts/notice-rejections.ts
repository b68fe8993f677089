import { inTransaction } from '../../storage/transaction.ts'
import { notifyOperators } from '../notices/index.ts'
import type { ModuleContext } from '../module.ts'
import { noticeTexts } from './notice-texts.ts'
import { claimNotice } from './notice-store.ts'

type Deps = Pick<ModuleContext, 'db' | 'bus' | 'clock' | 'logEvent'>

interface RejectedStation {
  stationId: string
  address: string
  reason: string
  count: number
  minutes: number
}

/**
 * Notifies the operators of a station that its handshakes are rejected repeatedly, and writes an entry in the
 * event log: once a day per station, and for a limited number of stations per account.
 */
export async function noticeRejections(deps: Deps, rejected: RejectedStation): Promise<void> {
  const { stationId, address, reason, count, minutes } = rejected
  const now = deps.clock.now()
  const station = await inTransaction(deps.db, async (tx) => {
    const claimed = await claimNotice(tx, stationId, now)
    if (!claimed) return null
    const { accountId, identity } = claimed
    await notifyOperators(
      { tx, bus: deps.bus },
      {
        accountId,
        severity: 'warning',
        textOf: (locale) => noticeTexts[locale]({ identity, address, count, minutes }),
        about: { classCode: 'charge_point', id: stationId, label: identity },
        now,
      },
    )
    return claimed
  })
  if (!station) return
  deps.logEvent({
    type: 'warning',
    code: 'stations',
    event: 'handshakes of a station are rejected',
    text: `${count} within ${minutes} minutes, the last one from ${address}: ${reason}`,
    account: station.accountId,
    object: station.identity,
  })
}
