import type { Tx } from '../../storage/transaction.ts'
import { modeOf, selectTariff } from './select.ts'
import { candidatesByRecipient, readCandidatesOf } from './session-candidates.ts'
import { currenciesOf, readModes, readSessions } from './select-store.ts'
import { insertSessionTariffs, readSessionTariffs, type SessionTariff } from './session-tariff-store.ts'

/**
 * Returns the tariffs of sessions by their ids, and stores those that were selected for the first time: from then on
 * they do not change. A session that does not exist is absent.
 */
export async function tariffOfSession(
  tx: Tx,
  transactionIds: readonly string[],
  now: Date,
): Promise<Map<string, SessionTariff>> {
  const known = await readSessionTariffs(tx, transactionIds)
  const missing = transactionIds.filter((id) => !known.has(id))
  if (missing.length === 0) return known
  await selectAndStore(tx, missing, now)
  // another transaction may have stored some of them first
  for (const [id, tariff] of await readSessionTariffs(tx, missing)) known.set(id, tariff)
  return known
}

async function selectAndStore(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  const sessions = await readSessions(tx, ids)
  if (sessions.length === 0) return
  const modes = await readModes(tx)
  const candidatesOf = candidatesByRecipient(await readCandidatesOf(tx, sessions))
  await insertSessionTariffs(
    tx,
    sessions.map((session) => {
      const { mode } = modeOf(session, modes)
      const question = { ...session, mode, currencies: currenciesOf(session) }
      const selected = selectTariff(candidatesOf(session), question)
      return {
        transaction_id: session.transactionId,
        account_id: session.accountId,
        version_id: selected?.candidate.versionId ?? null,
        client_id: session.clientId,
        group_id: session.groupId,
        network_id: session.networkId,
        mode,
        reason: selected?.reason ?? 'none',
        selected_at: now,
      }
    }),
  )
}
