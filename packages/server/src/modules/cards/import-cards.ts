import { type BodyOf, cardSet } from '@stationmaster/contract'
import type { Insertable } from 'kysely'
import { newId } from '../../shared/ids.ts'
import { memo } from '../../shared/memo.ts'
import { isRefusal, type Refusal } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import type { Database } from '../../storage/tables.gen.ts'
import type { Tx } from '../../storage/transaction.ts'
import { recordChanges } from '../audit/index.ts'
import { clientColumn, clientReference } from '../clients/index.ts'
import type { ImportClass } from '../imports/index.ts'
import { foldCode } from './card.ts'
import { type CardChange, defaultMaxTransactions, insertCards, statesOfCodes } from './edit-store.ts'
import { auditRef, type CardWebDeps, changeOf, newCardRow, shownCard, taken } from './set-card.ts'

type Body = BodyOf<typeof cardSet> & { code: string }

interface NewCard {
  id: string
  row: Insertable<Database['cards']>
  /** Columns that the file sets, for the audit trail. */
  given: CardChange
}

/** Describes how cards are imported. */
export const cardImport = (deps: CardWebDeps): ImportClass<Body, NewCard> => ({
  classCode: 'card',
  body: cardSet.body,
  references: { client: clientReference },
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
  const clientOf = memo((client: Body['client']) =>
    clientColumn(tx, viewer, { accountId, client, isNew: true }),
  )
  const max = await defaultMaxTransactions(tx, accountId)
  const now = deps.clock.now()
  const newCard = async (card: Body): Promise<NewCard | Refusal> => {
    const change = deps.methods.typeRefusal('card', card.typecode) ?? changeOf(card)
    if (isRefusal(change)) return change
    const ofClient = await clientOf(card.client)
    if (isRefusal(ofClient)) return ofClient
    const code = card.code.trim()
    const folded = foldCode(code)
    const state = states.get(folded)
    if (state !== undefined) return taken(state)
    const id = newId(now.getTime())
    const given = { ...change, ...ofClient }
    return { id, given, row: newCardRow(given, { id, accountId, code, folded, max, now }) }
  }
  const cards: (NewCard | Refusal)[] = []
  for (const body of bodies) cards.push(await newCard(body))
  return cards
}
