import { type BodyOf, cardSet, closed } from '@stationmaster/contract'
import type { Insertable } from 'kysely'
import { Type } from 'typebox'
import { newId } from '../../shared/ids.ts'
import { isRefusal, type Refusal } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import type { Database } from '../../storage/tables.gen.ts'
import type { Tx } from '../../storage/transaction.ts'
import { recordChanges } from '../audit/index.ts'
import { type ClientOfName, clientsOfNames } from '../clients/index.ts'
import type { ImportClass } from '../imports/index.ts'
import { foldCode } from './card.ts'
import { type CardChange, defaultMaxTransactions, insertCards, statesOfCodes } from './edit-store.ts'
import { auditRef, type CardWebDeps, changeOf, shownCard, taken } from './set-card.ts'

type Body = BodyOf<typeof cardSet> & { code: string }

interface NewCard {
  id: string
  row: Insertable<Database['cards']>
  /** Columns that the file sets, for the audit trail. */
  given: CardChange
}

/** The client is its number or its name. */
const body = Type.Object(
  { ...cardSet.body.properties, client: Type.Optional(Type.String({ maxLength: 200 })) },
  closed,
)

/** Describes how cards are imported. */
export const cardImport = (deps: CardWebDeps): ImportClass<Body, NewCard> => ({
  classCode: 'card',
  body,
  aliases: { clientname: 'client', clientcode: 'client' },
  required: ['code'],
  key: { field: 'code', of: ({ code }) => foldCode(code) },
  refuseBeyond: (tx, viewer, rows) => deps.quotas.refuseMany(tx, viewer.accountId, { what: 'cards', rows }),
  prepare: (tx, viewer, bodies) => prepareCards(deps, tx, { viewer, bodies }),
  insert: async (tx, viewer, cards) => {
    await insertCards(
      tx,
      cards.map(({ row }) => row),
    )
    await recordChanges(
      tx,
      viewer,
      cards.map(({ id, row, given }) => ({
        ...auditRef(row.account_id, id, row.code),
        action: 'create',
        after: shownCard(given),
      })),
    )
  },
  changed: (account) => [{ kind: 'hint', account, hint: { kind: 'card.changed' } }],
})

async function prepareCards(
  deps: CardWebDeps,
  tx: Tx,
  { viewer, bodies }: { viewer: Viewer; bodies: readonly Body[] },
): Promise<(NewCard | Refusal)[]> {
  const { accountId } = viewer
  const states = await statesOfCodes(
    tx,
    accountId,
    bodies.map(({ code }) => foldCode(code)),
  )
  const clientOf: ClientOfName = await clientsOfNames(
    tx,
    viewer,
    bodies.map(({ client }) => client ?? undefined),
  )
  const limit = await defaultMaxTransactions(tx, accountId)
  const now = deps.clock.now()
  return bodies.map((card) => {
    const change = deps.methods.typeRefusal('card', card.typecode) ?? changeOf(card)
    if (isRefusal(change)) return change
    const client = clientOf(card.client ?? undefined)
    if (isRefusal(client)) return client
    const code = card.code.trim()
    const folded = foldCode(code)
    const state = states.get(folded)
    if (state !== undefined) return taken(state)
    const id = newId(now.getTime())
    const given = { ...change, ...client }
    const fixed = { id, account_id: accountId, code, code_folded: folded, created_at: now, updated_at: now }
    return { id, given, row: { max_transactions: limit, ...given, ...fixed } as NewCard['row'] }
  })
}
