import type {
  AnswerOf,
  BodyOf,
  ownerBankSet,
  ownerStatementCreate,
  ownerStatementGet,
} from '@stationmaster/contract'
import { refuseClientUser } from '../../shared/client-user.ts'
import type { Handlers } from '../../shared/handlers.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import { isClientOf } from '../clients/index.ts'
import { documentsOfStatement, isIban } from '../invoices/index.ts'
import { ownerPaid, postJournals, spend } from '../ledger/index.ts'
import type { ModuleContext } from '../module.ts'
import { createStatements, lastMonth } from './owner-shares.ts'
import {
  findBank,
  findStatement,
  linesOfStatement,
  listStatements,
  lockStatement,
  storeBank,
  storePaid,
} from './owner-store.ts'

type Deps = Pick<ModuleContext, 'db' | 'clock'> & { addressOf: (fileId: string) => string }

const notFound = refuse('owner_statement.not_found', { field: 'id' })

/** Endpoints of statements of the owners of stations. */
export const ownersHttp = (deps: Deps) =>
  ({
    ownerStatementList: (viewer, { reclimit = 1000, ...filter }) =>
      listStatements(deps.db, viewer, { ...filter, most: reclimit }),
    ownerStatementGet: (viewer, { id }) => get(deps, viewer, id),
    ownerStatementCreate: (viewer, body) => create(deps, viewer, body),
    ownerStatementPay: (viewer, { id }) => pay(deps, viewer, id),
    ownerBankSet: (viewer, body) => setBank(deps, viewer, body),
  }) satisfies Handlers

async function get(
  { db, addressOf }: Deps,
  viewer: Viewer,
  id: string,
): Promise<AnswerOf<typeof ownerStatementGet> | Refusal> {
  const statement = await findStatement(db, viewer, id)
  if (!statement) return notFound
  const documents = await documentsOfStatement(db, id)
  return {
    ...statement,
    lines: await linesOfStatement(db, id),
    documents: documents.map((row) => ({ ...row, url: addressOf(row.id) })),
  }
}

async function create(
  { db, clock }: Deps,
  viewer: Viewer,
  { month }: BodyOf<typeof ownerStatementCreate>,
): Promise<AnswerOf<typeof ownerStatementCreate> | Refusal> {
  const refusal = refuseClientUser(viewer, 'change', 'invoice')
  if (refusal) return refusal
  const now = clock.now()
  if (`${month}-01` > lastMonth(now)) return refuse('owner_statement.month_not_over', { field: 'month' })
  const { accountId } = viewer
  return inTransaction(db, async (tx) => {
    const created = await createStatements(tx, { accountId, now, month: `${month}-01` })
    if (created > 0)
      await recordChange(tx, viewer, {
        accountId,
        classCode: 'invoice',
        objectId: null,
        label: 'owner statements',
        action: 'create',
        after: { month, created },
      })
    return { created }
  })
}

/** Notes and books the payment of a statement once; a repeated call changes nothing. */
async function pay({ db, clock }: Deps, viewer: Viewer, id: string): Promise<{ result: true } | Refusal> {
  return inTransaction(db, async (tx) => {
    const statement = await lockStatement(tx, viewer, id)
    if (!statement) return notFound
    const refusal = refuseClientUser(viewer, 'change', 'invoice')
    if (refusal) return refusal
    if (statement.state === 'paid') return { result: true as const }
    if (statement.isDemo) return refuse('owner_statement.demo')
    const { accountId, ownerId: clientId, currency, shareMinor: amountMinor, code, iban, holder } = statement
    if (iban === null || holder === null) return refuse('owner.no_bank')
    const tooLow = await spend(tx, { accountId, clientId, currency, amountMinor })
    if (isRefusal(tooLow)) return tooLow
    const now = clock.now()
    const occurredAt = now
    await postJournals(tx, [
      ownerPaid({ accountId, clientId, currency, amountMinor, occurredAt, paymentId: id, description: code }),
    ])
    await storePaid(tx, id, { iban, holder, now })
    await recordChange(tx, viewer, {
      accountId,
      classCode: 'invoice',
      objectId: id,
      label: code,
      action: 'pay',
      before: { state: 'open' },
      after: { state: 'paid', iban },
    })
    return { result: true as const }
  })
}

async function setBank(
  { db }: Deps,
  viewer: Viewer,
  { owner, iban: written, holder }: BodyOf<typeof ownerBankSet>,
): Promise<{ result: true } | Refusal> {
  const refusal = refuseClientUser(viewer, 'change', 'invoice')
  if (refusal) return refusal
  const { accountId } = viewer
  if (!(await isClientOf(db, accountId, owner))) return refuse('client.not_found', { field: 'owner' })
  const iban = written.replaceAll(' ', '').toUpperCase()
  if (!isIban(iban)) return refuse('seller.iban_invalid', { field: 'iban' })
  await inTransaction(db, async (tx) => {
    const before = await findBank(tx, owner)
    await storeBank(tx, { accountId, ownerId: owner, iban, holder })
    await recordChange(tx, viewer, {
      accountId,
      classCode: 'client',
      objectId: owner,
      label: holder,
      action: 'update',
      ...(before && { before: { payoutiban: before.iban, payoutholder: before.holder } }),
      after: { payoutiban: iban, payoutholder: holder },
    })
  })
  return { result: true }
}
