import type { BodyOf, stationService } from '@stationmaster/contract'
import type { BusEvent } from '../../bus/events.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { readFields } from '../../storage/read-fields.ts'
import { inTransaction, type Tx } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import { stationNotFound } from './change-station.ts'
import { type LockedStation, lockEvse, lockStation, updateConnector, updateStation } from './edit-store.ts'
import { connectorChanged, stationAuditRef, stationChanged, type StationWebDeps } from './web-deps.ts'

type Body = BodyOf<typeof stationService>

const dayMs = 86_400_000
/** Days until the latest expected return. */
const maxDays = 730

/**
 * Notes that a station or one of its connectors is out of service, why and until when, or that it is back in service.
 * A note changes no state: the request to the station is a command of its own.
 */
export function setOutOfService(deps: StationWebDeps, viewer: Viewer, body: Body): Promise<null | Refusal> {
  const now = deps.clock.now()
  const refusal = refuseNote(body.outofservice, now)
  if (refusal) return Promise.resolve(refusal)
  return inTransaction(deps.db, async (tx) => {
    const station = await lockStation(tx, viewer, { id: body.id })
    if (!station || station.state === 'deleted') return stationNotFound
    const { connectorid } = body
    const events =
      connectorid === undefined
        ? await changeStationNote(tx, viewer, { station, body, now })
        : await changeConnectorNote(tx, viewer, { station, body, now, evseNo: connectorid })
    if (isRefusal(events)) return events
    await deps.bus.publish(tx, [...stationChanged(station.account_id, station.id), ...events])
    return null
  })
}

function refuseNote(note: Body['outofservice'], now: Date): Refusal | null {
  if (note === null) return null
  if (note.reason.trim() === '') return refuse('value.required', { field: 'reason' })
  if (note.expectedreturn == null) return null
  const ms = Date.parse(note.expectedreturn) - now.getTime()
  if (ms <= 0) return refuse('value.time_passed', { field: 'expectedreturn' })
  return ms > maxDays * dayMs ? refuse('period.too_long', { days: maxDays, field: 'expectedreturn' }) : null
}

interface Note {
  station: LockedStation
  body: Body
  now: Date
}

const columns = ['out_of_service_reason', 'expected_return_at', 'out_of_service_since'] as const

/** Returns the columns of a note; a changed one keeps its beginning. */
const columnsOf = ({ body: { outofservice }, now }: Note, since: Date | null) => ({
  out_of_service_reason: outofservice?.reason.trim() ?? null,
  expected_return_at: outofservice?.expectedreturn == null ? null : new Date(outofservice.expectedreturn),
  out_of_service_since: outofservice === null ? null : (since ?? now),
})

const actionOf = ({ outofservice }: Body) => (outofservice === null ? 'in_service' : 'out_of_service')

async function changeStationNote(tx: Tx, viewer: Viewer, note: Note): Promise<BusEvent[]> {
  const { station, body, now } = note
  const before = await readFields(tx, { table: 'stations', id: station.id }, columns)
  const after = columnsOf(note, before['out_of_service_since'] as Date | null)
  await updateStation(tx, station.id, { ...after, updated_at: now })
  await recordChange(tx, viewer, { ...stationAuditRef(station), action: actionOf(body), before, after })
  return []
}

async function changeConnectorNote(
  tx: Tx,
  viewer: Viewer,
  { evseNo, ...note }: Note & { evseNo: number },
): Promise<BusEvent[] | Refusal> {
  const { station, body, now } = note
  const id = await lockEvse(tx, station.id, evseNo)
  if (id === null) return refuse('connector.not_found', { field: 'connectorid' })
  const before = await readFields(tx, { table: 'evses', id }, columns)
  const after = columnsOf(note, before['out_of_service_since'] as Date | null)
  await updateConnector(tx, id, { ...after, updated_at: now })
  const accountId = station.account_id
  const label = `${station.identity} ${evseNo}`
  const auditRef = { accountId, classCode: 'connector', objectId: id, label }
  await recordChange(tx, viewer, { ...auditRef, action: actionOf(body), before, after })
  return connectorChanged({ id, accountId, stationId: station.id })
}
