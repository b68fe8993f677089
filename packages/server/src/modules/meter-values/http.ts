import { isUuid } from '../../shared/ids.ts'
import type { Handlers } from '../../shared/handlers.ts'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { type ListSource, type Query, runList } from '../../storage/list/list-query.ts'
import { sampleSource, type SampleLocation, signedSource } from './list-store.ts'
import { type MeterWebDeps, locationOf, readSeries } from './read-series.ts'

/** Endpoints of meter values. */
export const meterValuesHttp = (deps: MeterWebDeps) =>
  ({
    meterValueList: listOf(deps, sampleSource),
    signedValueList: listOf(deps, signedSource),
    meterSeries: (viewer, body) => readSeries(deps, viewer, body),
  }) satisfies Handlers

const maxNumber = 0x7fffffff

/** Lists values of one session or one station: of all stations together a list would be of no use. */
const listOf =
  <Row extends object>(deps: MeterWebDeps, sourceOf: (at: SampleLocation) => ListSource<Row>) =>
  async (viewer: Viewer, query: Query): Promise<Row[] | Refusal> => {
    const at = await sampleLocation(deps, viewer, query.filter ?? {})
    if (at === null) return []
    return 'refusal' in at ? at : runList({ db: deps.db, source: sourceOf(at), scope: viewer }, query)
  }

async function sampleLocation(
  deps: MeterWebDeps,
  viewer: Viewer,
  filter: NonNullable<Query['filter']>,
): Promise<SampleLocation | null | Refusal> {
  const { transactionid, stationid } = filter
  if (transactionid !== undefined) {
    const number = Number(transactionid)
    if (Array.isArray(transactionid) || !Number.isInteger(number) || number < 1 || number > maxNumber)
      return refuse('transaction.number_invalid', { limit: maxNumber, field: 'filter.transactionid' })
    const session = await deps.session(viewer, number)
    return session && locationOf(session, deps.clock.now())
  }
  if (typeof stationid !== 'string' || !isUuid(stationid))
    return refuse('meter_values.filter_required', { field: 'filter' })
  return (await deps.sees(viewer, stationid)) ? { stationId: stationid } : null
}
