import type { ActivityKind } from '@stationmaster/contract'
import { type RawBuilder, sql } from 'kysely'
import { type Refusal, isRefusal } from '../../shared/refusal.ts'
import type { Scope } from '../../shared/scope.ts'
import { belongedToClients, cardsOfClients } from '../../storage/client-of-card.ts'
import { exceptFor, ofAccount } from '../../storage/list/exceptions.ts'
import { run } from '../../storage/list/list-source.ts'
import type { Db } from '../../storage/transaction.ts'
import { dividePeriod, halfHourMs, isLong, type Parts } from './counted-parts.ts'
import { countedUntil, countsOf, seesAllEvents } from './counts-store.ts'
import { lowestId } from './event-id.ts'
import { readWindows } from './windows.ts'

/** Tag as its account knows it, and the card that has it now. */
export interface Tag {
  accountId: string
  tag: string
  cardId: string | null
}

/** Stations, cards and tags that a text or a card means. */
export interface Named {
  stations: readonly string[]
  tags: readonly Tag[]
}

/** Events of a request. */
export interface Selection {
  scope: Scope
  /** First id. */
  from: bigint
  /** Last id, exclusive. */
  to: bigint
  kinds: readonly ActivityKind[] | null
  stations: readonly string[] | null
  evseNo: number | null
  number: number | null
  /** Both a card and a text can limit the events. */
  named: readonly Named[]
}

interface StoredEvent {
  id: string
  at: Date
  reportedAt: Date | null
  kind: ActivityKind
  stationId: string | null
  identity: string | null
  evseNo: number | null
  cardId: string | null
  cardName: string | null
  idTag: string | null
  number: number | null
  userId: string | null
  username: string | null
  commandId: string | null
  messageId: string | null
  details: Record<string, string | number | boolean | null> | null
}

const visible = (scope: Scope): RawBuilder<unknown> =>
  scope.isAdmin
    ? sql`true`
    : sql`a.account_id = ${scope.accountId}${exceptFor(scope, { charge_point: 'a.station_id', card: 'a.card_id' })}`

const uuids = (ids: readonly string[]) => sql`${ids}::uuid[]`
const tagsOf = (tags: readonly Tag[]) => sql`
  unnest(${uuids(tags.map(({ accountId }) => accountId))}, ${tags.map(({ tag }) => tag)}::text[])
    as given (account_id, tag)`
/** Events without a card are found by their tag; others only by their card, whose code may have been another one. */
const isTag = sql`a.card_id is null and a.account_id = given.account_id and a.tag_folded = given.tag`
const cardsOf = (tags: readonly Tag[]) => uuids(tags.flatMap(({ cardId }) => cardId ?? []))

/** Returns the conditions of a selection on `activity a`. */
function conditions({ scope, from, to, ...given }: Selection): RawBuilder<unknown> {
  const parts = [
    sql`a.id >= ${String(from)}::bigint and a.id < ${String(to)}::bigint and (${visible(scope)})`,
  ]
  if (given.kinds) parts.push(sql`a.kind = any(${given.kinds}::text[])`)
  if (given.stations) parts.push(sql`a.station_id = any(${uuids(given.stations)})`)
  if (given.evseNo !== null) parts.push(sql`a.evse_no = ${given.evseNo}`)
  if (given.number !== null) parts.push(sql`a.transaction_number = ${given.number}`)
  for (const { stations, tags } of given.named)
    parts.push(sql`(a.station_id = any(${uuids(stations)}) or a.card_id = any(${cardsOf(tags)})
      or a.card_id is null and a.tag_folded is not null
        and (a.account_id, a.tag_folded) in (select * from ${tagsOf(tags)}))`)
  return sql.join(parts, sql` and `)
}

/** Maximum number of stations and tags of which each is read until there are enough events. */
const fewSources = 4

/** Returns true if the events of a selection are those of many stations and tags, which are read in windows of time. */
function hasManySources({ scope, stations, named, number }: Selection): boolean {
  if (number !== null) return false
  if (stations) return stations.length > fewSources
  const [text] = named
  if (text) return text.stations.length + text.tags.length > fewSources
  return scope.clientId !== null
}

/** Returns the rows of several queries as a table `e`, each event once. */
const anyOf = (...sources: RawBuilder<unknown>[]) =>
  sql`(select distinct on (id) * from (${sql.join(sources, sql` union all `)}) every order by id desc) e`

/**
 * Returns the events of a selection as a table `e`. Each index lists the events of one station and kind, of one tag
 * or of one kind in the order of time, so that a limited list reads no more than that number for each of them. Without
 * a limit, or if there are many stations, one scan of the index reads all events of the period.
 */
function events(
  selection: Selection,
  kinds: readonly ActivityKind[],
  limit: number | null,
): RawBuilder<unknown> {
  const where = conditions(selection)
  // to be counted, rows are merged without the columns of a list
  const selected = limit === null ? sql`a.id, a.kind` : sql`a.*`
  const last = limit === null ? sql`` : sql` order by a.id desc limit ${limit}`
  const each = (given: RawBuilder<unknown>, own: RawBuilder<unknown>) =>
    sql`select p.* from ${given} cross join lateral (
      select ${selected} from activity a where ${own} and ${where}${last}) p`
  const { stations, named, number, scope } = selection
  if (number !== null) return sql`(select ${selected} from activity a where ${where}${last}) e`
  const [text] = named
  const isWhole = limit === null || hasManySources(selection)
  const isOfKinds = sql`a.kind = any(${kinds}::text[])`
  const ofStations = (ids: RawBuilder<unknown>) =>
    isWhole
      ? sql`(select ${selected} from activity a where a.station_id = any(${ids}) and ${isOfKinds} and ${where} offset 0)`
      : each(
          sql`unnest(${ids}) as given (id) cross join unnest(${kinds}::text[]) as of (kind)`,
          sql`a.station_id = given.id and a.kind = of.kind`,
        )
  if (stations) return sql`(${ofStations(uuids(stations))}) e`
  if (text)
    return anyOf(
      ofStations(uuids(text.stations)),
      each(sql`unnest(${cardsOf(text.tags)}) as given (id)`, sql`a.card_id = given.id`),
      each(tagsOf(text.tags), isTag),
    )
  // most events of the account are those of others
  if (scope.clientId !== null) {
    const stationsOfClient = sql`array(select s.id from stations s where s.client_id = ${scope.clientId})`
    const ofCardAtTime = belongedToClients([scope.clientId], { card: sql`a.card_id`, at: sql`a.at` })
    return anyOf(
      ofStations(stationsOfClient),
      // the index of kinds would read the events of the whole account
      sql`(select ${selected} from activity a where a.card_id = any(array(${cardsOfClients([scope.clientId])}))
        and ${ofCardAtTime} and (${isOfKinds}) is true and ${where} offset 0)`,
    )
  }
  // to be counted, all are read from the index of kinds, which is smaller than the table
  if (scope.isAdmin && !selection.kinds && limit !== null)
    return sql`(select a.* from activity a where ${where}${last}) e`
  const accounts = scope.isAdmin ? sql`select id from accounts` : sql`select ${scope.accountId}::uuid as id`
  const ofKind = sql`a.account_id = of.id and a.kind = given.kind`
  return sql`(${each(sql`(${accounts}) of cross join unnest(${kinds}::text[]) as given (kind)`, ofKind)}) e`
}

const columns = sql`e.id::text, e.at, e.reported_at as "reportedAt", e.kind, e.station_id as "stationId", s.identity,
  e.evse_no as "evseNo", coalesce(k.id, e.card_id) as "cardId", k.name as "cardName", e.id_tag as "idTag",
  e.transaction_number as "number", e.user_id as "userId", u.username, e.command_id as "commandId",
  e.message_id as "messageId", e.details`
/** The card of an event, by its tag if the event has none: a session ends with the tag that began it. */
const cardOf = sql`coalesce(e.card_id, (select c.id from cards c
  where e.card_id is null and c.account_id = e.account_id and c.code_folded = e.tag_folded))`
/** Returns the tables of the names; a card that the viewer does not see has none. */
const joins = (scope: Scope) => sql`left join stations s on s.id = e.station_id
  left join cards k on k.id = ${cardOf} and (${ofAccount('k.account_id', { card: 'k.id' })(scope)})
  left join users u on u.id = e.user_id`

/** Returns the newest events of a selection. */
export function listEvents(
  db: Db,
  selection: Selection,
  { kinds, limit }: { kinds: readonly ActivityKind[]; limit: number },
): Promise<StoredEvent[] | Refusal> {
  const read = (period: Pick<Selection, 'from' | 'to'>, missing: number) =>
    run<StoredEvent>(
      db,
      sql`select ${columns} from (
        select * from ${events({ ...selection, ...period }, kinds, missing)} order by e.id desc limit ${missing}) e
        ${joins(selection.scope)} order by e.id desc`,
    )
  return hasManySources(selection)
    ? readWindows(read, { from: selection.from, to: selection.to, limit })
    : read(selection, limit)
}

/** Returns one event, or null if the viewer sees none with this id. */
export async function findEvent(db: Db, scope: Scope, id: string): Promise<StoredEvent | null | Refusal> {
  const rows = await run<StoredEvent>(
    db,
    sql`select ${columns} from (select a.* from activity a where a.id = ${id}::bigint and (${visible(scope)})) e ${joins(scope)}`,
  )
  return isRefusal(rows) ? rows : (rows[0] ?? null)
}

/** Number of events of one kind in one part of a period. */
interface PartCount {
  part: number
  kind: ActivityKind
  events: number
}

/** Counts the events of a selection by kind in parts of its period. */
export async function countParts(
  db: Db,
  selection: Selection,
  { kinds, ...parts }: Parts & { kinds: readonly ActivityKind[] },
): Promise<PartCount[] | Refusal> {
  const partOf = (ms: RawBuilder<unknown>) =>
    sql`((${ms} - ${parts.fromMs}::bigint) / ${parts.partMs}::bigint)::int`
  if (!isLong(parts) || !isOfWholeAccount(selection))
    return run<PartCount>(
      db,
      sql`select ${partOf(sql`(e.id >> 20)`)} as part, e.kind, count(*)::int as events
        from ${events(selection, kinds, null)} group by 1, 2`,
    )
  const counted = await countedUntil(db)
  if (isRefusal(counted)) return counted
  const { rest, ...halfHours } = dividePeriod(parts, counted)
  // offset 0: each period is read by index, instead of all of them as one
  const ids = (side: 0 | 1) => rest.map((period) => String(lowestId(new Date(period[side]))))
  return run<PartCount>(
    db,
    sql`select part, kind, sum(events)::int as events from (
      select ${partOf(sql`(c.half_hour * ${halfHourMs}::bigint)`)} as part, c.kind, c.events
        from (${countsOf(selection.scope, halfHours)}) c where c.kind = any(${kinds}::text[])
      union all
      select ${partOf(sql`(e.id >> 20)`)}, e.kind, 1
        from unnest(${ids(0)}::bigint[], ${ids(1)}::bigint[]) as period (from_id, to_id) cross join lateral (
          select a.id, a.kind from activity_of_account a where a.id >= period.from_id and a.id < period.to_id
            and ${conditions(selection)} offset 0) e) counts
      group by 1, 2`,
  )
}

/** Returns true if a selection has all events of the account, or of all accounts, except by time and kind. */
const isOfWholeAccount = ({ scope, stations, evseNo, number, named }: Selection): boolean =>
  seesAllEvents(scope) && stations === null && evseNo === null && number === null && named.length === 0

/** Returns the stations of a site that the viewer sees. */
export async function findStationsOfSite(db: Db, scope: Scope, siteId: string): Promise<string[] | Refusal> {
  const rows = await run<{ id: string }>(
    db,
    sql`select s.id from stations s where s.site_id = ${siteId}
      and (${ofAccount('s.account_id', { charge_point: 's.id' })(scope)})`,
  )
  return isRefusal(rows) ? rows : rows.map(({ id }) => id)
}

/** Returns the tag of a card; none if the viewer does not see the card. */
export async function findCardTag(db: Db, scope: Scope, cardId: string): Promise<Named | Refusal> {
  const tags = await run<Tag>(
    db,
    sql`select k.account_id as "accountId", lower(k.code) as tag, k.id as "cardId" from cards k
      where k.id = ${cardId} and (${ofAccount('k.account_id', { card: 'k.id' })(scope)})`,
  )
  return isRefusal(tags) ? tags : { stations: [], tags }
}
