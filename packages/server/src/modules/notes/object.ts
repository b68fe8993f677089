import type { HintKind, NoteClass } from '@stationmaster/contract'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { type ListSource, runGet } from '../../storage/list/list-query.ts'
import type { Db } from '../../storage/transaction.ts'
import { cardSource } from '../cards/index.ts'
import { carSource } from '../cars/index.ts'
import { clientSource } from '../clients/index.ts'
import { siteSource } from '../sites/index.ts'
import { stationSource } from '../stations/index.ts'
import { transactionSource } from '../transactions/index.ts'
import { accountOf } from './store.ts'

interface NoteObjects {
  source: ListSource<never>
  table: string
  /** Column of the source by which people recognize an object. */
  name: string
  hint: HintKind
}

const objectsOf: Record<NoteClass, NoteObjects> = {
  charge_point: { source: stationSource, table: 'stations', name: 'identity', hint: 'station.changed' },
  site: { source: siteSource, table: 'sites', name: 'label', hint: 'site.changed' },
  client: { source: clientSource, table: 'clients', name: 'name', hint: 'client.changed' },
  card: { source: cardSource, table: 'cards', name: 'code', hint: 'card.changed' },
  car: { source: carSource, table: 'cars', name: 'identity', hint: 'car.changed' },
  transaction: {
    source: transactionSource,
    table: 'transactions',
    name: 'transactionid',
    hint: 'transaction.changed',
  },
}

/** An object that notes are about. */
export interface NoteObject {
  classCode: NoteClass
  id: string
  accountId: string
  label: string
}

const missing: Record<NoteClass, Refusal> = {
  charge_point: refuse('station.not_found'),
  site: refuse('site.not_found'),
  client: refuse('client.not_found'),
  card: refuse('card.not_found'),
  car: refuse('car.not_found'),
  transaction: refuse('transaction.not_found'),
}

/** Returns the object if the viewer may see it. */
export async function noteObject(
  db: Db,
  viewer: Viewer,
  { classCode, id }: Pick<NoteObject, 'classCode' | 'id'>,
): Promise<NoteObject | Refusal> {
  const { source, table, name } = objectsOf[classCode]
  const maySee = viewer.isAdmin || viewer.rights.mayObject({ classCode, id }, 's')
  const row: Record<string, unknown> | Refusal | null = maySee
    ? await runGet({ db, source, scope: viewer }, { id }, ['id', name])
    : null
  if (row === null || isRefusal(row)) return row ?? missing[classCode]
  return { classCode, id, accountId: await accountOf(db, table, id), label: String(row[name]) }
}

/** Returns why the viewer may not write notes about an object; null if they may. */
export const refuseNoteChange = (
  { isAdmin, rights }: Viewer,
  { classCode, id }: NoteObject,
): Refusal | null =>
  isAdmin || rights.mayObject({ classCode, id }, 'u')
    ? null
    : refuse('access.cannot_change', { class: classCode })

/** Returns the hint that the notes of an object changed. */
export const noteHint = ({ classCode, id }: NoteObject) => ({
  kind: objectsOf[classCode].hint,
  ...(classCode === 'charge_point' ? { station: id } : {}),
  ids: [id],
})
