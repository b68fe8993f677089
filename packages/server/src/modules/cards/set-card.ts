import type { BodyOf, cardSet } from '@stationmaster/contract'
import type { BusEvent } from '../../bus/events.ts'
import type { Insertable } from 'kysely'
import { newId } from '../../shared/ids.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import { emptyIsNull, givenFields } from '../../shared/request-fields.ts'
import type { Viewer } from '../../shared/scope.ts'
import { readFields } from '../../storage/read-fields.ts'
import { editedByOther, isStale } from '../../storage/row-version.ts'
import type { Database } from '../../storage/tables.gen.ts'
import type { Quotas } from '../accounts/index.ts'
import { recordChange } from '../audit/index.ts'
import { clientColumn } from '../clients/index.ts'
import type { Methods } from '../workflow/index.ts'
import type { Tx } from '../../storage/transaction.ts'
import type { ModuleContext } from '../module.ts'
import { foldCode } from './card.ts'
import {
  type CardChange,
  cardOfCode,
  defaultMaxTransactions,
  findDriver,
  insertCard,
  lockCard,
  updateCard,
} from './edit-store.ts'

export interface CardWebDeps extends Pick<ModuleContext, 'db' | 'bus' | 'clock'> {
  quotas: Quotas
  methods: Methods
}

type Body = BodyOf<typeof cardSet>

export const noCard = refuse('card.not_found')

/** Returns the hint that a card changed. Stations are not notified: the card is read at each use. */
export const cardChanged = (account: string, id: string): BusEvent[] => [
  { kind: 'hint', account, hint: { kind: 'card.changed', ids: [id] } },
]

/**
 * Creates a card (id null) or changes one, with `version_no` only if it was not changed since; returns its id. A past
 * expiry is accepted: the card is then expired.
 */
export function setCard(deps: CardWebDeps, viewer: Viewer, body: Body): Promise<string | Refusal> {
  const change = deps.methods.typeRefusal('card', body.typecode) ?? changeOf(body)
  if ('refusal' in change) return Promise.resolve(change)
  const { id, client, driver, version_no: version } = body
  return id === null
    ? addCard(deps, viewer, { change, columns: (tx) => newColumns(tx, viewer, { client, driver }) })
    : changeCard(deps, viewer, { id, change, client, driver, version })
}

/** Returns the columns that a body sets. */
export function changeOf(body: Body): CardChange | Refusal {
  const code = body.code?.trim()
  if (code !== undefined && foldCode(code) === '') return refuse('card.code_invalid', { field: 'code' })
  const change: CardChange = {
    code,
    code_folded: code === undefined ? undefined : foldCode(code),
    name: emptyIsNull(body.name),
    label: emptyIsNull(body.label),
    description: emptyIsNull(body.description),
    type: body.typecode,
    expires_at: body.expiry,
    parent_code: emptyIsNull(body.parentcode),
    token_type: body.tokentype,
    max_transactions: body.maxtransactions,
    tags: body.tags && [...new Set(body.tags)],
  }
  return givenFields(change)
}

interface NewCard {
  change: CardChange
  /** Returns further columns, or why there can be no such card. */
  columns: (tx: Tx) => Promise<CardChange | Refusal>
  /** Called in the transaction after the card was stored. */
  onAdded?: (tx: Tx, id: string) => Promise<void>
}

/** Adds a card; returns its id. */
export async function addCard(
  deps: CardWebDeps,
  viewer: Viewer,
  { change, columns, onAdded }: NewCard,
): Promise<string | Refusal> {
  const { code, code_folded: folded } = change
  if (code === undefined || folded === undefined) return refuse('value.required', { field: 'code' })
  const now = deps.clock.now()
  const id = newId(now.getTime())
  const account = viewer.accountId
  const of = { id, accountId: account, code, folded, now }
  return deps.methods.change(viewer, {
    classCode: 'card',
    id,
    action: 'create',
    work: async (tx) => {
      const refusal = await deps.quotas.refuse(tx, account, 'cards')
      if (refusal) return refusal
      const further = await columns(tx)
      if (isRefusal(further)) return further
      const given = { ...change, ...further }
      const max = await defaultMaxTransactions(tx, account)
      const isAdded = await insertCard(tx, newCardRow(given, { ...of, max }))
      if (!isAdded) return taken((await cardOfCode(tx, account, folded))?.state)
      await recordChange(tx, viewer, {
        ...auditRef(account, id, code),
        action: 'create',
        after: shownCard(given),
      })
      await onAdded?.(tx, id)
      return id
    },
  })
}

/** Returns the columns of client and driver of a new card. */
async function newColumns(
  tx: Tx,
  viewer: Viewer,
  { client, driver }: Pick<Body, 'client' | 'driver'>,
): Promise<CardChange | Refusal> {
  const { accountId } = viewer
  const ofClient = await clientColumn(tx, viewer, { accountId, client, isNew: true })
  if (isRefusal(ofClient)) return ofClient
  const ofDriver = await driverColumn(tx, viewer, { accountId, driver })
  return isRefusal(ofDriver) ? ofDriver : { ...ofClient, ...ofDriver }
}

/** Returns the column of the driver to whom a card belongs, if the body names one. */
async function driverColumn(
  tx: Tx,
  viewer: Viewer,
  { accountId, driver }: { accountId: string } & Pick<Body, 'driver'>,
): Promise<{ owner_id?: string | null } | Refusal> {
  if (driver === undefined) return {}
  const username = driver?.trim()
  if (!username) return { owner_id: null }
  const id = await findDriver(tx, viewer, { accountId, username })
  return id === null ? refuse('driver.user_not_found', { field: 'driver' }) : { owner_id: id }
}

interface NewCardOf {
  id: string
  accountId: string
  code: string
  folded: string
  /** Limit of sessions of a card without its own. */
  max: number
  now: Date
}

/** Returns the row of a new card with the columns that a user gave it. */
export const newCardRow = (given: CardChange, of: NewCardOf): Insertable<Database['cards']> => ({
  max_transactions: of.max,
  // only columns of cards, whose types are those of an insert
  ...(given as Partial<Insertable<Database['cards']>>),
  id: of.id,
  account_id: of.accountId,
  code: of.code,
  code_folded: of.folded,
  created_at: of.now,
  updated_at: of.now,
})

export const auditRef = (accountId: string, objectId: string, label: string) => ({
  accountId,
  classCode: 'card',
  objectId,
  label,
})

/** Omits the fields that only the search needs. */
export const shownCard = (fields: object) => ({ ...fields, code_folded: undefined })

export const taken = (state: string | undefined): Refusal =>
  refuse(state === 'deleted' ? 'card.code_of_deleted' : 'card.code_taken', { field: 'code' })

function changeCard(
  deps: CardWebDeps,
  viewer: Viewer,
  {
    id,
    change: given,
    client,
    driver,
    version,
  }: { id: string; change: CardChange; version: Body['version_no'] } & Pick<Body, 'client' | 'driver'>,
): Promise<string | Refusal> {
  return deps.methods.change(viewer, {
    classCode: 'card',
    id,
    action: 'update',
    work: async (tx) => {
      const card = await lockCard(tx, viewer, { id })
      if (!card || card.state === 'deleted') return noCard
      if (isStale(card, version)) return editedByOther
      const ofClient = await clientColumn(tx, viewer, { accountId: card.account_id, client, isNew: false })
      if (isRefusal(ofClient)) return ofClient
      const ofDriver = await driverColumn(tx, viewer, { accountId: card.account_id, driver })
      if (isRefusal(ofDriver)) return ofDriver
      const change = { ...given, ...ofClient, ...ofDriver }
      const folded = change.code_folded
      if (folded !== undefined && folded !== card.code_folded) {
        const other = await cardOfCode(tx, card.account_id, folded)
        if (other) return taken(other.state)
      }
      const before = await readFields(tx, { table: 'cards', id }, Object.keys(change))
      await updateCard(tx, id, { ...change, updated_at: deps.clock.now() })
      await recordChange(tx, viewer, {
        ...auditRef(card.account_id, id, card.code),
        action: 'update',
        before: shownCard(before),
        after: shownCard(change),
      })
      return id
    },
  })
}
