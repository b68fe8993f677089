import type { Tx } from '../../storage/transaction.ts'
import { modeOf, selectTariff } from './select.ts'
import { candidatesByRecipient, readCandidatesOf } from './session-candidates.ts'
import { currenciesOf, readModes, readSessions } from './select-store.ts'
import {
  insertSelections,
  readSelections,
  type Selection,
  type SessionTariff,
  withPrices,
} from './session-tariff-store.ts'

/**
 * Returns the tariffs of sessions by their ids, and stores those that were selected for the first time: from then on
 * they do not change. A session that does not exist is absent.
 */
export async function tariffOfSession(
  tx: Tx,
  transactionIds: readonly string[],
  now: Date,
): Promise<Map<string, SessionTariff>> {
  const known = await readSelections(tx, transactionIds)
  const missing = missingIn(known, transactionIds)
  if (missing.length > 0) known.push(...(await selectAndStore(tx, missing, now)))
  return new Map((await withPrices(tx, known)).map((tariff) => [tariff.transactionId, tariff]))
}

function missingIn(known: readonly Selection[], ids: readonly string[]): string[] {
  const found = new Set(known.map(({ transactionId }) => transactionId))
  return ids.filter((id) => !found.has(id))
}

async function selectAndStore(tx: Tx, ids: readonly string[], now: Date): Promise<Selection[]> {
  const sessions = await readSessions(tx, ids)
  if (sessions.length === 0) return []
  const modes = await readModes(tx)
  const candidatesOf = candidatesByRecipient(await readCandidatesOf(tx, sessions))
  const selections = sessions.map((session) => {
    const { mode } = modeOf(session, modes)
    const question = { ...session, mode, currencies: currenciesOf(session) }
    const selected = selectTariff(candidatesOf(session), question)
    const { transactionId, accountId, clientId, groupId, networkId } = session
    return {
      transactionId,
      accountId,
      versionId: selected?.candidate.versionId ?? null,
      clientId,
      groupId,
      networkId,
      mode,
      reason: selected?.reason ?? ('none' as const),
    }
  })
  const added = await insertSelections(tx, selections, now)
  const stored = selections.filter(({ transactionId }) => added.has(transactionId))
  // another transaction stored them first
  const others = missingIn(stored, ids)
  return others.length === 0 ? stored : [...stored, ...(await readSelections(tx, others))]
}
