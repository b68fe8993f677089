import { sampleTerms16 } from '@stationmaster/ocpp/v16'
import type { SampleKind, WantedKinds } from '../shared/facts.ts'
import type { Lane } from './ingest-lane.ts'

/**
 * Maximum number of kinds beyond the standard that are stored for one station; further ones are stored as
 * `otherKind`.
 */
export const maxInventedKinds = 100
/**
 * Maximum number of kinds beyond the standard in memory for all stations; those of other stations are read
 * again.
 */
const maxInventedInMemory = 20_000

const otherKind: SampleKind = {
  measurand: 'Other',
  phase: null,
  location: null,
  unit: null,
  context: null,
  format: null,
}

const separator = '\u001f'

export const kindKey = (kind: SampleKind): string =>
  [kind.measurand, kind.phase, kind.location, kind.unit, kind.context, kind.format]
    .map((part) => part ?? '')
    .join(separator)

const otherKey = kindKey(otherKind)

/** Numbers the terms of one field; 0 represents an absent field. */
const digitsOf = (terms: readonly string[]): ReadonlyMap<string | null, number> =>
  new Map<string | null, number>([[null, 0], ...terms.map((term, n) => [term, n + 1] as const)])

const measurands = digitsOf(sampleTerms16.measurand)
const phases = digitsOf(sampleTerms16.phase)
const locations = digitsOf(sampleTerms16.location)
const units = digitsOf(sampleTerms16.unit)
const contexts = digitsOf(sampleTerms16.context)
const formats = digitsOf(sampleTerms16.format)

/**
 * Returns a number unique to this combination of terms of the standard, or null if a term is not in the
 * standard. Since their number is finite, these kinds need no limit, and no station can use up those of
 * another one.
 */
export function standardNumber(kind: SampleKind): number | null {
  const measurand = measurands.get(kind.measurand)
  const phase = phases.get(kind.phase)
  const location = locations.get(kind.location)
  const unit = units.get(kind.unit)
  const context = contexts.get(kind.context)
  const format = formats.get(kind.format)
  if (
    measurand === undefined ||
    phase === undefined ||
    location === undefined ||
    unit === undefined ||
    context === undefined ||
    format === undefined
  )
    return null
  let number = measurand * phases.size + phase
  number = number * locations.size + location
  number = number * units.size + unit
  number = number * contexts.size + context
  return number * formats.size + format
}

/** Row to add; `sharedKey` finds a row that was stored before custom kinds belonged to a station. */
interface NewKind extends SampleKind {
  key: string
  sharedKey: string | null
  stationId: string | null
}

const columns = `measurand text, phase text, location text, unit text, context text, format text, key text,
  "sharedKey" text, "stationId" uuid`

const learnText = `
with given as (select * from json_to_recordset($1::json) as x(${columns})),
shared as (
  select k.id, g.key from given g join sample_kinds k on k.key = g."sharedKey" where k.station_id is null),
made as (
  insert into sample_kinds (measurand, phase, location, unit, context, format, key, station_id)
  select measurand, phase, location, unit, context, format, key, "stationId" from given g
  where not exists (select from shared s where s.key = g.key)
  on conflict (key) do nothing returning id, key)
select id, key from made
union all select id, key from shared
union all select k.id, k.key from sample_kinds k join given g on g.key = k.key`

const stationKindsText = `
select k.id, k.key, k.station_id as "stationId" from sample_kinds k where k.station_id = any($1::uuid[])`

/** Ids of the custom kinds of one station, by `kindKey`. */
type StationKinds = Map<string, number>

/** Ids of the kinds that a batch needs. */
export class BatchKinds {
  private readonly standard: ReadonlyMap<number, number>
  private readonly invented: ReadonlyMap<string, StationKinds>
  /** Id under which kinds beyond the limit of a station are stored. */
  readonly otherId: number

  constructor(
    standard: ReadonlyMap<number, number>,
    invented: ReadonlyMap<string, StationKinds>,
    otherId: number,
  ) {
    this.standard = standard
    this.invented = invented
    this.otherId = otherId
  }

  /** Returns the id of a kind, or null if the station has reached its limit of kinds beyond the standard. */
  idOf(stationId: string, kind: SampleKind): number | null {
    const number = standardNumber(kind)
    if (number === null) return this.invented.get(stationId)?.get(kindKey(kind)) ?? null
    const id = this.standard.get(number)
    if (id === undefined) throw new Error('a kind of sample was not learnt before it was used')
    return id
  }
}

/** In-memory copy of the dictionary `sample_kinds`. */
export class KindTable {
  private readonly standard = new Map<number, number>()
  /** By station, the least recently used first. */
  private readonly invented = new Map<string, { kinds: StationKinds; counted: number }>()
  private inventedCount = 0
  private otherId: number | null = null

  /** Reads or adds the kinds that a batch needs. Runs outside of the transaction of the batch. */
  async learn(lane: Lane, needs: readonly WantedKinds[]): Promise<BatchKinds> {
    const unknown = new Map<string, NewKind>()
    const invented = new Map<string, Map<string, SampleKind>>()
    if (this.otherId === null) unknown.set(otherKey, asNew(otherKind))
    for (const { stationId, kinds } of needs)
      for (const kind of kinds) {
        const number = standardNumber(kind)
        if (number === null) noteInvented(invented, stationId, kind)
        else if (!this.standard.has(number)) unknown.set(kindKey(kind), asNew(kind))
      }
    const ofStations = invented.size > 0 ? await this.knownOf(lane, [...invented.keys()]) : noStations
    for (const [stationId, kinds] of invented)
      addNew(unknown, ofStations.get(stationId)!, { stationId, kinds })
    if (unknown.size > 0) await this.store(lane, unknown, ofStations)
    if (invented.size > 0) this.remember(ofStations)
    return new BatchKinds(this.standard, ofStations, this.otherId!)
  }

  /** Returns the custom kinds of these stations; reads those that are not in memory. */
  private async knownOf(lane: Lane, stations: readonly string[]): Promise<Map<string, StationKinds>> {
    const found = new Map(
      stations.map((id) => [id, this.invented.get(id)?.kinds ?? new Map<string, number>()]),
    )
    const missingStations = stations.filter((id) => !this.invented.has(id))
    if (missingStations.length === 0) return found
    const rows = (await lane.query('read-station-kinds', stationKindsText, [missingStations])) as {
      id: number
      key: string
      stationId: string
    }[]
    for (const { id, key, stationId } of rows)
      found.get(stationId)?.set(key.slice(stationId.length + separator.length), id)
    return found
  }

  private async store(
    lane: Lane,
    unknown: ReadonlyMap<string, NewKind>,
    ofStations: ReadonlyMap<string, StationKinds>,
  ): Promise<void> {
    const given = JSON.stringify([...unknown.values()])
    const missing = new Set(unknown.keys())
    // A kind that another process adds at this moment is only found by the second query.
    for (let round = 0; round < 2 && missing.size > 0; round++) {
      const rows = (await lane.query('learn-kinds', learnText, [given])) as { id: number; key: string }[]
      for (const { id, key } of rows) {
        missing.delete(key)
        const kind = unknown.get(key)
        if (!kind) continue
        if (key === otherKey) this.otherId = id
        else if (kind.stationId === null) this.standard.set(standardNumber(kind)!, id)
        else ofStations.get(kind.stationId)?.set(kindKey(kind), id)
      }
    }
    if (this.otherId === null) throw new Error('the kind of other samples could not be stored')
  }

  private remember(ofStations: ReadonlyMap<string, StationKinds>): void {
    for (const [stationId, kinds] of ofStations) {
      this.remove(stationId)
      const counted = kinds.size + 1
      this.invented.set(stationId, { kinds, counted })
      this.inventedCount += counted
    }
    for (const stationId of this.invented.keys()) {
      if (this.inventedCount <= maxInventedInMemory) return
      this.remove(stationId)
    }
  }

  private remove(stationId: string): void {
    const known = this.invented.get(stationId)
    if (!known) return
    this.invented.delete(stationId)
    this.inventedCount -= known.counted
  }
}

const noStations: Map<string, StationKinds> = new Map()

const asNew = (kind: SampleKind): NewKind => ({
  ...kind,
  key: kindKey(kind),
  sharedKey: null,
  stationId: null,
})

function noteInvented(
  invented: Map<string, Map<string, SampleKind>>,
  stationId: string,
  kind: SampleKind,
): void {
  let kinds = invented.get(stationId)
  if (!kinds) invented.set(stationId, (kinds = new Map()))
  kinds.set(kindKey(kind), kind)
}

/** Adds the custom kinds of a station to the kinds to store, up to its limit. */
function addNew(
  unknown: Map<string, NewKind>,
  known: StationKinds,
  { stationId, kinds }: { stationId: string; kinds: ReadonlyMap<string, SampleKind> },
): void {
  let free = maxInventedKinds - known.size
  for (const [sharedKey, kind] of kinds) {
    if (free <= 0) return
    if (known.has(sharedKey)) continue
    const key = `${stationId}${separator}${sharedKey}`
    unknown.set(key, { ...kind, key, sharedKey, stationId })
    free--
  }
}
