import { inTransaction } from '../../storage/transaction.ts'
import { logEvent } from '../event-log/index.ts'
import { notifyOperators } from '../notices/index.ts'
import type { ModuleContext } from '../module.ts'
import { addVolumes, markNoticed, type StoredVolume, type Volume } from './log-volume-store.ts'
import { logVolumeNotice } from './log-volume-texts.ts'

const mib = 2 ** 20

interface LogVolumeDeps extends Pick<ModuleContext, 'db' | 'bus' | 'clock' | 'log'> {
  /** MiB per UTC day of accounts without a limit of their own. */
  defaultMib: number
}

/**
 * Adds bytes of the OCPP log to the volumes of accounts and returns the sums of the day with their limits in
 * bytes. When a sum reaches its limit, the account's operators get one notice a day and the event log one
 * entry.
 */
export async function addLogVolumes(
  deps: LogVolumeDeps,
  volumes: readonly Volume[],
): Promise<{ accountId: string; bytes: number; limit: number }[]> {
  const rows = await addVolumes(deps.db, volumes, deps.defaultMib)
  for (const row of rows)
    if (row.bytes >= row.limitMib * mib && !row.isNoticed)
      await reportReached(deps, row).catch((error: unknown) =>
        deps.log.warn({ err: error }, 'ocpp-log: a notice about the volume of an account was not sent'),
      )
  return rows.map(({ accountId, bytes, limitMib }) => ({ accountId, bytes, limit: limitMib * mib }))
}

/** Sends the notice and logs the event unless another process has done so for the same day. */
const reportReached = (
  { db, bus, clock }: LogVolumeDeps,
  { accountId, limitMib }: StoredVolume,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    if (!(await markNoticed(tx, accountId))) return
    await notifyOperators(
      { tx, bus },
      {
        accountId,
        severity: 'warning',
        now: clock.now(),
        textOf: (locale) => logVolumeNotice(locale, limitMib),
      },
    )
    await logEvent(tx, {
      type: 'warning',
      code: 'ocpp-log',
      event: 'an account has reached its daily volume of the OCPP log',
      text: `${limitMib} MiB are written; further entries are shortened until 00:00 UTC`,
      account: accountId,
    })
  })
