import type { BodyOf, clientAccountAdjust, clientAccountLimit } from '@stationmaster/contract'
import { refuseClientUser } from '../../shared/client-user.ts'
import { newId } from '../../shared/ids.ts'
import { decimalOf, minorUnits } from '../../shared/money.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { runGet } from '../../storage/list/list-query.ts'
import { inTransaction, type Tx } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import { payingClient } from '../clients/index.ts'
import type { ModuleContext } from '../module.ts'
import {
  balanceChanged,
  type ClientAccount,
  findClientAccount,
  openLedgerAccount,
  setLimit,
} from './accounts-store.ts'
import { findJournals } from './journals-store.ts'
import { clientAccountSource } from './list-store.ts'
import { postJournals } from './post-journals.ts'
import { adjustment } from './postings.ts'

type Deps = Pick<ModuleContext, 'db' | 'clock'>

const noAccount = refuse('account.not_found', { field: 'id' })

type Columns = Readonly<Record<string, unknown>>

/** Adds a change of an account to the audit trail, in its transaction. */
const record = (
  tx: Tx,
  viewer: Viewer,
  {
    account,
    action,
    before,
    after,
  }: { account: ClientAccount; action: string; before?: Columns; after: Columns },
) =>
  recordChange(tx, viewer, {
    accountId: account.accountId,
    classCode: 'account',
    objectId: account.id,
    label: account.code,
    action,
    ...(before && { before }),
    after,
  })

/** Opens the account of a client in the currency of the client, unless it exists; returns its id. */
export async function openClientAccount(
  { db }: Deps,
  viewer: Viewer,
  clientId: string,
): Promise<string | Refusal> {
  return inTransaction(db, async (tx) => {
    const client = await payingClient(tx, viewer, clientId)
    if (!client) return refuse('client.not_found', { field: 'id' })
    const refusal = refuseClientUser(viewer, 'change', 'account')
    if (refusal) return refusal
    const { accountId, currency } = client
    const id = await openLedgerAccount(tx, { accountId, kind: 'client', ref: clientId, currency })
    const account = await findClientAccount(tx, id)
    await record(tx, viewer, { account: account!, action: 'create', after: { currency } })
    await balanceChanged(tx, [accountId])
    return id
  })
}

/** Changes an account that the viewer may see in a transaction; returns its id. */
async function change(
  { db }: Deps,
  viewer: Viewer,
  { id, work }: { id: string; work: (tx: Tx, account: ClientAccount) => Promise<Refusal | null> },
): Promise<string | Refusal> {
  if (!(await runGet({ db, source: clientAccountSource, scope: viewer }, { id }, ['id']))) return noAccount
  const refusal = refuseClientUser(viewer, 'change', 'account')
  if (refusal) return refusal
  return inTransaction(db, async (tx) => {
    const account = await findClientAccount(tx, id)
    if (!account) return noAccount
    return (await work(tx, account)) ?? id
  })
}

/** Changes the amount by which the balance of an account may fall below zero. */
export const changeLimit = (
  deps: Deps,
  viewer: Viewer,
  { id, creditlimit }: BodyOf<typeof clientAccountLimit>,
): Promise<string | Refusal> =>
  change(deps, viewer, {
    id,
    work: async (tx, account) => {
      const { currency, limitMinor, accountId } = account
      const minor = minorUnits(creditlimit, currency)
      if (minor === null) return refuse('account.amount_invalid', { field: 'creditlimit' })
      if (minor === limitMinor) return null
      await setLimit(tx, id, minor)
      await record(tx, viewer, {
        account,
        action: 'limit',
        before: { creditlimit: decimalOf(limitMinor, currency) },
        after: { creditlimit: decimalOf(minor, currency) },
      })
      await balanceChanged(tx, [accountId])
      return null
    },
  })

/** Corrects the balance of an account by a journal with the reason. */
export const adjustAccount = (
  deps: Deps,
  viewer: Viewer,
  { id, amount, reason, adjustment: adjustmentId = newId() }: BodyOf<typeof clientAccountAdjust>,
): Promise<string | Refusal> =>
  change(deps, viewer, {
    id,
    work: async (tx, account) => {
      const { accountId, clientId, currency } = account
      const amountMinor = minorUnits(amount, currency)
      if (amountMinor === null || amountMinor === 0)
        return refuse('account.amount_invalid', { field: 'amount' })
      const description = reason.trim()
      if (description === '') return refuse('account.reason_required', { field: 'reason' })
      const occurredAt = deps.clock.now()
      const journal = adjustment({
        accountId,
        clientId,
        currency,
        occurredAt,
        description,
        adjustmentId,
        amountMinor,
      })
      const repeated = await repeats(tx, journal)
      if (repeated !== null) return isRefusal(repeated) ? repeated : null
      await postJournals(tx, [journal])
      await record(tx, viewer, {
        account,
        action: 'adjust',
        after: { amount: decimalOf(amountMinor, currency), currency, reason: description },
      })
      return null
    },
  })

/** Returns true if the correction was booked, a refusal if another one has its id, null if none has. */
async function repeats(tx: Tx, journal: ReturnType<typeof adjustment>): Promise<true | Refusal | null> {
  const [first] = await findJournals(tx, [journal])
  if (!first) return null
  const [[line], [own]] = [first.lines, journal.lines]
  const isSame =
    line?.amountMinor === own?.amountMinor &&
    line?.debit.ref === own?.debit.ref &&
    line?.credit.ref === own?.credit.ref
  return isSame ? true : refuse('account.adjustment_used', { field: 'adjustment' })
}
