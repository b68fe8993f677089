import {
  activityCategories,
  type ActivityKind,
  activityKinds,
  activityKindsOf,
  type ActivityRow,
  type activityGet,
  type activityHistogram,
  type activityList,
  type AnswerOf,
  type BodyOf,
} from '@stationmaster/contract'
import type { Handlers } from '../../shared/handlers.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { framesOf } from '../journal/index.ts'
import type { ModuleContext } from '../module.ts'
import { endOfIds, lowestId, readEventId } from './event-id.ts'
import {
  countParts,
  findCardTag,
  findEvent,
  findStationsOfSite,
  listEvents,
  type Named,
  type Selection,
} from './list-store.ts'
import { findNamed } from './name-store.ts'

type Deps = Pick<ModuleContext, 'db' | 'config'>
type Db = Deps['db']
type Conditions = Omit<BodyOf<typeof activityList>, 'after' | 'reclimit'>
type Found = Extract<Awaited<ReturnType<typeof listEvents>>, readonly unknown[]>[number]

/** Number of events of a list without `reclimit`. */
const usualLimit = 100
const usualParts = 84
const dayMs = 86_400_000
const maxDays = 400

/** Endpoints of the activity. */
export const activityHttp = (deps: Deps) =>
  ({
    activityList: (viewer, body) => list(deps, viewer, body),
    activityHistogram: (viewer, body) => histogram(deps, viewer, body),
    activityGet: (viewer, { id }) => get(deps, viewer, id),
  }) satisfies Handlers

async function list(
  { db }: Deps,
  viewer: Viewer,
  { after, reclimit = usualLimit, ...body }: BodyOf<typeof activityList>,
): Promise<ActivityRow[] | Refusal> {
  const selection = await read(db, viewer, body)
  if (isRefusal(selection)) return selection
  const cursor = after === undefined ? endOfIds : readEventId(after)
  const to = cursor < selection.to ? cursor : selection.to
  const rows = await listEvents(db, { ...selection, to }, { kinds: kindsOf(selection), limit: reclimit })
  return isRefusal(rows) ? rows : rows.map(shown)
}

async function histogram(
  { db }: Deps,
  viewer: Viewer,
  { buckets = usualParts, ...body }: BodyOf<typeof activityHistogram>,
): Promise<AnswerOf<typeof activityHistogram> | Refusal> {
  const [fromMs, toMs] = [Date.parse(body.from), Date.parse(body.to)]
  if (toMs <= fromMs) return refuse('period.end_before_start', { field: 'to' })
  if (toMs - fromMs > maxDays * dayMs) return refuse('period.too_long', { days: maxDays, field: 'from' })
  const selection = await read(db, viewer, body)
  if (isRefusal(selection)) return selection
  const partMs = Math.ceil((toMs - fromMs) / buckets)
  const counts = await countParts(db, selection, { kinds: kindsOf(selection), fromMs, toMs, partMs })
  if (isRefusal(counts)) return counts
  const parts = new Map<number, AnswerOf<typeof activityHistogram>[number]>()
  for (const { part, kind, events } of counts) {
    const known = parts.get(part) ?? emptyPart(part, fromMs + part * partMs)
    const category = categoryOf.get(kind)
    if (category) known[category] += events
    parts.set(part, known)
  }
  return [...parts.values()].sort((one, other) => one.part - other.part)
}

const noEvents = { problem: 0, connection: 0, session: 0, refused: 0, command: 0, other: 0 }
const emptyPart = (part: number, fromMs: number) => ({
  part,
  from: new Date(fromMs).toISOString(),
  ...noEvents,
})

const categoryOf = new Map(
  activityCategories.flatMap((category) =>
    activityKindsOf[category].map((kind: ActivityKind) => [kind, category] as const),
  ),
)

async function get(
  { db, config }: Deps,
  viewer: Viewer,
  id: string,
): Promise<AnswerOf<typeof activityGet> | Refusal> {
  const event = await findEvent(db, viewer, String(readEventId(id)))
  if (isRefusal(event)) return event
  if (!event) return refuse('activity.not_found', { field: 'id' })
  const frames = await framesOf(db, viewer, event)
  return { ...shown(event), frames, framedays: config.retention.logDays }
}

async function read(db: Db, viewer: Viewer, body: Conditions): Promise<Selection | Refusal> {
  const named: Named[] = []
  // a card has one tag: its events are found first
  if (body.cardid !== undefined) {
    const ofCard = await findCardTag(db, viewer, body.cardid)
    if (isRefusal(ofCard)) return ofCard
    named.push(ofCard)
  }
  if (body.text !== undefined) {
    const ofText = await findNamed(db, viewer, body.text)
    if (isRefusal(ofText)) return ofText
    named.push(ofText)
  }
  const stations = await stationsOf(db, viewer, body)
  if (isRefusal(stations)) return stations
  return {
    scope: viewer,
    from: body.from === undefined ? 0n : lowestId(new Date(body.from)),
    to: body.to === undefined ? endOfIds : lowestId(new Date(body.to)),
    kinds: chosenKinds(body),
    stations,
    evseNo: body.connectorid ?? null,
    number: body.transactionid ?? null,
    named,
  }
}

/** Returns the stations of a request; with both conditions, those that fulfil both. Null: all. */
async function stationsOf(
  db: Db,
  viewer: Viewer,
  { stationid, siteid }: Conditions,
): Promise<readonly string[] | null | Refusal> {
  const given = typeof stationid === 'string' ? [stationid] : (stationid ?? null)
  if (siteid === undefined) return given
  const ofSite = await findStationsOfSite(db, viewer, siteid)
  return isRefusal(ofSite) || given === null ? ofSite : ofSite.filter((id) => given.includes(id))
}

/** Returns the kinds of a request; with both conditions, the kinds that fulfil both. */
function chosenKinds({ kinds, categories }: Conditions): ActivityKind[] | null {
  const ofCategories = categories?.flatMap((category): readonly ActivityKind[] => activityKindsOf[category])
  if (!kinds) return ofCategories ? [...new Set(ofCategories)] : null
  return [...new Set(kinds)].filter((kind) => !ofCategories || ofCategories.includes(kind))
}

const kindsOf = ({ kinds }: Selection): readonly ActivityKind[] => kinds ?? activityKinds

const shown = (event: Found): ActivityRow => ({
  id: event.id,
  datetime: event.at.toISOString(),
  reported: event.reportedAt?.toISOString() ?? null,
  kind: event.kind,
  stationid: event.stationId,
  identity: event.identity,
  connectorid: event.evseNo,
  cardid: event.cardId,
  cardname: event.cardName,
  idtag: event.idTag,
  transactionid: event.number,
  userid: event.userId,
  username: event.username,
  commandid: event.commandId,
  details: event.details ?? {},
})
