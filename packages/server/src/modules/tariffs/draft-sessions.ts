import type { TariffDefinition } from '@stationmaster/contract'
import { refuseClientUser } from '../../shared/client-user.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import type { Db } from '../../storage/transaction.ts'
import { findRow } from '../business-objects/index.ts'
import { type Candidate, modeOf, selectTariff } from './select.ts'
import { candidatesByRecipient, readCandidatesOf } from './session-candidates.ts'
import { currenciesOf, readModes, readSessions } from './select-store.ts'
import { tariffClass } from './tariff.ts'
import { findDraft, findTariff, type StoredTariff } from './version-store.ts'

/** The draft of a tariff, with what it would apply to. */
export interface TariffDraft {
  tariff: StoredTariff
  versionId: string
  number: number
  hash: string
  definition: TariffDefinition
}

/** Returns the draft of a tariff for users who decide about prices. */
export async function draftForViewer(db: Db, viewer: Viewer, id: string): Promise<TariffDraft | Refusal> {
  const row = await findRow(db, viewer, { of: tariffClass.stored, id, isLocked: false })
  if (!row || row.state === 'deleted') return tariffClass.missing
  const refusal = refuseClientUser(viewer, 'change', 'tariff')
  if (isRefusal(refusal)) return refusal
  const draft = await findDraft(db, id)
  if (!draft) return refuse('tariff.version_not_found', { field: 'id' })
  const { id: versionId, number, hash, definition } = draft
  return { tariff: await findTariff(db, id), versionId, number, hash, definition }
}

/**
 * Returns the ids of the sessions that would have had the prices of a draft, if it had been valid instead of the other
 * versions of its tariff.
 */
export async function sessionsOfDraft(
  db: Db,
  ids: readonly string[],
  { tariff, versionId }: TariffDraft,
): Promise<Set<string>> {
  const sessions = await readSessions(db, ids)
  if (sessions.length === 0) return new Set()
  const modes = await readModes(db)
  const others = (await readCandidatesOf(db, sessions)).filter(({ tariffId }) => tariffId !== tariff.id)
  const draft: Candidate & { accountId: string } = {
    accountId: tariff.account_id,
    versionId,
    tariffId: tariff.id,
    type: tariff.type,
    clientId: tariff.client_id,
    groupId: tariff.group_id,
    networkId: tariff.network_id,
    mode: tariff.mode,
    currency: tariff.currency,
    validFrom: new Date(0),
    validTo: null,
  }
  const candidatesOf = candidatesByRecipient([...others, draft])
  return new Set(
    sessions.flatMap((session) => {
      const question = { ...session, mode: modeOf(session, modes).mode, currencies: currenciesOf(session) }
      const selected = selectTariff(candidatesOf(session), question)
      return selected?.candidate.versionId === versionId ? [session.transactionId] : []
    }),
  )
}
