import { type IncidentRule, incidentRuleDefaults } from '@stationmaster/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../storage/transaction.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000

/** Joins the rules of account and site of `stations s`; the rule of the site wins for each of its columns. */
const ruled = (rule: IncidentRule) => sql`
  left join incident_rules ra on ra.account_id = s.account_id and ra.site_id is null and ra.rule = ${rule}
  left join incident_rules rz on rz.site_id = s.site_id and rz.rule = ${rule}`

const isEnabled = sql`coalesce(rz.is_enabled, ra.is_enabled, true)`
const limitOf = (rule: IncidentRule) =>
  sql`coalesce(rz.limit_value, ra.limit_value, ${incidentRuleDefaults[rule].limit}::int)`
const severityOf = (rule: IncidentRule) =>
  sql`coalesce(rz.severity, ra.severity, ${incidentRuleDefaults[rule].severity}::text)`

/** Returns the place of a severity, from the most severe one. */
export const rankOf = (severity: RawBuilder<unknown>) =>
  sql`array_position(array['critical', 'major', 'minor'], ${severity})`

/** Condition: `stations s` is in use. */
const isInUse = sql`s.state not in ('disabled', 'deleted')`
/** Condition: no user has noted that `stations s` is out of service; what it does then is expected. */
const isInService = sql`s.out_of_service_since is null`
const noCard = sql`null::uuid as site_id, null::uuid as card_id, null::text as id_tag`

type Causes = (now: Date) => RawBuilder<unknown>

/** Minutes within which the stations of a site go offline together, and for which they are offline at least. */
const outage = { within: 10, lasts: 3 }

/** Condition: `stations s` counts for an outage of its site. */
export const isOfOutage = sql`s.booted_at is not null and ${isInUse} and ${isInService}`

/** Sites of which several stations, and at least half, went offline within a short time. */
const siteOutage: Causes = (now) => sql`
  select s.account_id, null::uuid as station_id, null::int as evse_no, s.site_id, null::uuid as card_id,
    null::text as id_tag, s.site_id::text as object_key, s.opened_at, s.opened_at as last_at,
    jsonb_build_object('offline', s.offline, 'stations', s.stations) as details, ${severityOf('site_outage')} as severity
  from (select o.*, n.* from (select distinct on (near.site_id) near.* from (
      select s.account_id, s.site_id, count(*) over w as near, min(s.connection_changed_at) over w as opened_at
      from accounts a join stations s on s.account_id = a.id and not s.is_connected
      where s.site_id is not null and ${isOfOutage}
        and s.connection_changed_at <= ${now}::timestamptz - ${outage.lasts} * interval '1 minute'
      window w as (partition by s.site_id order by s.connection_changed_at
        range between ${sql.lit(`${outage.within} minutes`)}::interval preceding and current row)) near
    order by near.site_id, near.near desc, near.opened_at) o
    cross join lateral (select count(*)::int as stations, count(*) filter (where not s.is_connected)::int as offline
      from stations s where s.site_id = o.site_id and ${isOfOutage}) n) s ${ruled('site_outage')}
  where ${isEnabled} and s.near >= ${limitOf('site_outage')} and s.near * 2 >= s.stations`

/** Stations that have been offline for longer than their limit. */
const offline: Causes = (now) => sql`
  select s.account_id, s.id as station_id, null::int as evse_no, ${noCard}, s.id::text as object_key,
    s.connection_changed_at as opened_at, s.connection_changed_at as last_at, '{}'::jsonb as details,
    ${severityOf('offline')} as severity
  from accounts a join stations s on s.account_id = a.id and not s.is_connected ${ruled('offline')}
  where ${isInUse} and ${isInService} and ${isEnabled} and s.booted_at is not null
    and s.connection_changed_at <= ${now}::timestamptz - ${limitOf('offline')} * interval '1 minute'`

/** Connectors and stations that report a fault. */
const faulted: Causes = (now) => sql`
  select s.account_id, s.id as station_id, e.evse_no, ${noCard}, s.id || ':' || e.evse_no as object_key,
    e.state_since as opened_at, e.state_since as last_at,
    jsonb_strip_nulls(jsonb_build_object('errorcode', nullif(e.error_code, 'NoError'),
      'vendorerrorcode', e.vendor_error_code, 'info', e.info)) as details,
    ${severityOf('faulted')} as severity
  from accounts a join stations s on s.account_id = a.id and s.is_connected in (true, false)
      and s.display_state = 'faulted'
    join evses e on e.station_id = s.id and e.state = 'faulted' ${ruled('faulted')}
  where ${isInUse} and ${isInService} and e.out_of_service_since is null and ${isEnabled}
    and e.state_since <= ${now}::timestamptz - ${limitOf('faulted')} * interval '1 minute'`

/** Stations that boot again and again without a request of the server. */
const bootLoop: Causes = (now) => sql`
  select s.account_id, s.id as station_id, null::int as evse_no, ${noCard}, s.id::text as object_key,
    b.opened_at, b.last_at, jsonb_build_object('events', b.events) as details, ${severityOf('boot_loop')} as severity
  from (select e.station_id, count(*)::int as events, min(e.at) as opened_at, max(e.at) as last_at
    from accounts a join activity e on e.account_id = a.id and e.kind = 'booted'
      and e.id >= activity_floor(${new Date(now.getTime() - hourMs)}::timestamptz)
    where e.details ->> 'requested' is distinct from 'true' group by e.station_id) b
  join stations s on s.id = b.station_id ${ruled('boot_loop')}
  where ${isInUse} and ${isInService} and ${isEnabled} and b.events >= ${limitOf('boot_loop')}`

/** Stations whose connection attempts are rejected and that do not connect. */
const connectionFailed: Causes = (now) => sql`
  select s.account_id, s.id as station_id, null::int as evse_no, ${noCard}, s.id::text as object_key,
    c.opened_at, c.last_at, jsonb_build_object('events', c.events, 'reason', c.reason, 'address', c.address) as details,
    ${severityOf('connection_failed')} as severity
  from (select t.station_id, sum(t.count)::int as events, min(t.first_at) as opened_at, max(t.last_at) as last_at,
      (array_agg(t.reason order by t.last_at desc))[1] as reason,
      (array_agg(t.address order by t.last_at desc))[1] as address
    from connection_attempts t where t.station_id is not null
      and t.last_at > ${new Date(now.getTime() - hourMs)}::timestamptz group by t.station_id) c
  join stations s on s.id = c.station_id ${ruled('connection_failed')}
  where ${isInUse} and ${isEnabled} and c.events >= ${limitOf('connection_failed')}
    and (s.last_seen_at is null or s.last_seen_at < c.last_at)`

/** Stations with unmatched messages that no user has resolved. */
const unmatched: Causes = () => sql`
  select s.account_id, s.id as station_id, null::int as evse_no, ${noCard}, s.id::text as object_key,
    m.opened_at, m.last_at, jsonb_build_object('events', m.events) as details, ${severityOf('unmatched')} as severity
  from (select u.station_id, count(*)::int as events, min(u.received_at) as opened_at,
      max(greatest(u.received_at, u.last_at)) as last_at
    from unmatched_messages u where u.resolved_at is null group by u.station_id) m
  join stations s on s.id = m.station_id ${ruled('unmatched')}
  where s.state <> 'deleted' and ${isEnabled} and m.events >= ${limitOf('unmatched')}`

/** Stations with sessions that need review, except or only because the meter ran backwards. */
const inReview =
  (rule: 'review' | 'meter_backwards'): Causes =>
  () =>
    sql`
  select s.account_id, s.id as station_id, null::int as evse_no, ${noCard}, s.id::text as object_key,
    r.opened_at, r.last_at, jsonb_strip_nulls(jsonb_build_object('events', r.events, 'transactionid', r.number,
      'energywh', r.wh, 'flags', r.flags)) as details, ${severityOf(rule)} as severity
  from (select t.station_id, count(*)::int as events,
      min(coalesce(t.received_stop_at, t.started_at)) as opened_at,
      max(coalesce(t.received_stop_at, t.started_at)) as last_at, max(t.number) as number,
      ${rule === 'review' ? sql`null::int` : sql`min(t.meter_stop_wh - t.meter_start_wh)`} as wh,
      (array_agg(array_to_string(t.flags, ' ') order by t.number desc))[1] as flags
    from transactions t where t.state = 'needs_review'
      and ${rule === 'review' ? sql`not` : sql``} 'negative-energy' = any(t.flags)
    group by t.station_id) r
  join stations s on s.id = r.station_id ${ruled(rule)}
  where s.state <> 'deleted' and ${isEnabled} and r.events >= ${limitOf(rule)}`

/** Cards that are refused again and again because they are blocked. */
const blockedCard: Causes = (now) => sql`
  select s.account_id, s.id as station_id, null::int as evse_no, null::uuid as site_id, b.card_id, b.id_tag,
    b.object_key,
    b.opened_at, b.last_at, jsonb_build_object('events', b.events) as details, ${severityOf('blocked_card')} as severity
  from (select coalesce(e.card_id::text, lower(e.id_tag)) as object_key, e.card_id, max(e.id_tag) as id_tag,
      (array_agg(e.station_id order by e.id desc))[1] as station_id, count(*)::int as events,
      min(e.at) as opened_at, max(e.at) as last_at
    from accounts a join activity e on e.account_id = a.id and e.kind = 'authorization_refused'
      and e.id >= activity_floor(${new Date(now.getTime() - dayMs)}::timestamptz)
    where e.details ->> 'status' = 'Blocked' group by e.account_id, 1, e.card_id) b
  join stations s on s.id = b.station_id left join cards k on k.id = b.card_id ${ruled('blocked_card')}
  where ${isEnabled} and b.events >= ${limitOf('blocked_card')} and k.state is distinct from 'enabled'`

/** Stations with sessions whose price could not be computed. */
const ratingFailed: Causes = () => sql`
  select s.account_id, s.id as station_id, null::int as evse_no, ${noCard}, s.id::text as object_key,
    w.opened_at, w.last_at, jsonb_build_object('events', w.events, 'transactionid', w.number, 'info', w.error) as details,
    ${severityOf('rating_failed')} as severity
  from (select t.station_id, count(*)::int as events, max(q.attempts) as attempts, min(q.created_at) as opened_at,
      max(q.created_at) as last_at, max(t.number) as number, (array_agg(q.error order by q.attempts desc))[1] as error
    from rating_waits q join transactions t on t.id = q.transaction_id where q.attempts > 0 group by t.station_id) w
  join stations s on s.id = w.station_id ${ruled('rating_failed')}
  where ${isEnabled} and w.attempts >= ${limitOf('rating_failed')}`

/** Open reports of drivers about one kind of problem at a station. */
const driverReport: Causes = () => sql`
  select s.account_id, s.id as station_id, null::int as evse_no, ${noCard}, s.id || ':' || r.category as object_key,
    r.opened_at, r.last_at, jsonb_build_object('events', r.events, 'category', r.category) as details,
    ${severityOf('driver_report')} as severity
  from (select p.station_id, p.category, count(*)::int as events, min(p.created_at) as opened_at,
      max(p.created_at) as last_at
    from problem_reports p where p.closed_at is null group by p.station_id, p.category) r
  join stations s on s.id = r.station_id ${ruled('driver_report')}
  where s.state <> 'deleted' and ${isEnabled} and r.events >= ${limitOf('driver_report')}`

/** Sessions before the last one from which the usual time between two sessions is computed. */
const historyDays = 28
const leastSessions = 8

/**
 * Stations that are ready but had no session for much longer than usual. An open incident ends with the next
 * session, not while the station is offline.
 */
const noSession: Causes = (now) => sql`
  select s.account_id, s.id as station_id, null::int as evse_no, ${noCard}, s.id::text as object_key,
    l.started_at as opened_at, l.started_at as last_at,
    jsonb_build_object('usualhours', round((u.seconds / u.sessions / 3600)::numeric, 1)) as details,
    ${severityOf('no_session')} as severity
  from stations s ${ruled('no_session')}
  cross join lateral (select t.started_at from transactions t where t.station_id = s.id
    order by t.started_at desc limit 1) l
  cross join lateral (select count(*)::int as sessions,
      greatest(extract(epoch from l.started_at - min(t.started_at)), 1) as seconds
    from transactions t where t.station_id = s.id
      and t.started_at between l.started_at - interval '1 day' * ${historyDays}::int and l.started_at) u
  where ${isInUse} and ${isInService} and ${isEnabled} and u.sessions >= ${leastSessions}
    and l.started_at <= ${new Date(now.getTime() - dayMs)}::timestamptz
    and extract(epoch from ${now}::timestamptz - l.started_at) >= ${limitOf('no_session')} * u.seconds / u.sessions
    and (s.is_connected and s.display_state = 'available' or exists (select from incidents i
      where i.account_id = s.account_id and i.rule = 'no_session' and i.object_key = s.id::text and i.closed_at is null))`

/** Accounts whose ledger has differences since the last verification without any. */
const ledgerMismatch: Causes = () => sql`
  select s.account_id, null::uuid as station_id, null::int as evse_no, ${noCard}, s.account_id::text as object_key,
    (select min(f.checked_at) from ledger_checks f where f.account_id = s.account_id and f.checked_at > coalesce(
      (select max(g.checked_at) from ledger_checks g where g.account_id = s.account_id and g.mismatches = 0),
      '-infinity')) as opened_at,
    s.checked_at as last_at, jsonb_build_object('events', s.mismatches) as details,
    ${severityOf('ledger_mismatch')} as severity
  from (select c.account_id, null::uuid as site_id, c.mismatches, c.checked_at from accounts a
    cross join lateral (select * from ledger_checks x where x.account_id = a.id
      order by x.checked_at desc limit 1) c) s ${ruled('ledger_mismatch')}
  where ${isEnabled} and s.mismatches >= ${limitOf('ledger_mismatch')}`

/** Days before the expiry of a certificate from which its incident is more severe (H10). */
const urgentDays = 7

const isUrgent = (now: Date) => sql`s.until <= ${new Date(now.getTime() + urgentDays * dayMs)}::timestamptz`

/** Returns the moment a number of days before the end of a certificate `s`. */
const daysBefore = (days: RawBuilder<unknown>) => sql`s.until - ${days} * interval '1 day'`

/** Columns of incidents about certificates `s`, which end at `until`. */
const expiryColumns = (now: Date) => {
  const severity = severityOf('certificate_expiry')
  return sql`${daysBefore(limitOf('certificate_expiry'))} as opened_at,
    ${daysBefore(sql`case when ${isUrgent(now)} then ${urgentDays}::int else ${limitOf('certificate_expiry')} end`)} as last_at,
    jsonb_strip_nulls(jsonb_build_object('certificate', s.certificate, 'until', to_char(s.until at time zone 'utc',
      'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'name', s.name, 'problem', s.problem)) as details,
    case when not ${isUrgent(now)} then ${severity} when ${severity} = 'minor' then 'major' else 'critical' end as severity`
}

const ends = (column: string, now: Date) =>
  sql`${sql.ref(column)} <= ${new Date(now.getTime() + incidentRuleDefaults.certificate_expiry.most * dayMs)}::timestamptz`

/**
 * Certificates that expire soon: the newest that a station with security profile 3 has installed, authorities whose
 * certificates the stations of an account still have, configured authorities for accounts with stations of security
 * profile 3 without a certificate of this server, and the port with TLS for accounts whose stations use TLS.
 */
const certificateExpiry: Causes = (now) => sql`
  select s.account_id, s.id as station_id, null::int as evse_no, ${noCard}, s.id::text as object_key, ${expiryColumns(now)}
  from (select s.account_id, s.site_id, s.id, c.valid_until as until, 'station' as certificate, null::text as name, r.problem
    from station_certificates c join stations s on s.id = c.station_id
    left join station_renewals r on r.station_id = s.id
    where c.state = 'installed' and ${ends('c.valid_until', now)} and s.security_profile = 3
      and ${isInUse} and ${isInService} and not exists (select from station_certificates n
        where n.station_id = c.station_id and n.state = 'installed' and n.issued_at > c.issued_at)) s
    ${ruled('certificate_expiry')}
  where ${isEnabled} and s.until <= ${now}::timestamptz + ${limitOf('certificate_expiry')} * interval '1 day'
  union all
  select s.account_id, null::uuid, null::int, ${noCard}, s.key, ${expiryColumns(now)}
  from (select c.account_id, null::uuid as site_id, 'authority:' || a.id as key, a.expires_at as until,
      'authority' as certificate, a.common_name as name, null::text as problem
    from certificate_authorities a join station_certificates c on c.authority_id = a.id
      and c.state in ('issued', 'sent', 'installed') and c.valid_until > ${now}
    where a.retired_at is null and ${ends('a.expires_at', now)} group by c.account_id, a.id
    union all
    select a.id, null::uuid, 'port', l.until, 'port', null::text, null::text
    from (select min(expires_at) as until from tls_listeners) l join accounts a on ${ends('l.until', now)}
    where exists (select from stations s where s.account_id = a.id and s.connected_profile >= 2 and ${isInUse})
    union all
    select a.id, null::uuid, 'client_authority:' || l.fingerprint, l.until, 'client_authority', l.name, null::text
    from (select c ->> 'fingerprint' as fingerprint, min((c ->> 'validUntil')::timestamptz) as until,
        min(coalesce(substring(c ->> 'subject' from 'CN=([^,]+)'), c ->> 'subject')) as name
      from tls_listeners t cross join jsonb_array_elements(t.certificates) c
      where c ->> 'isAuthority' = 'true' group by 1) l
    join accounts a on ${ends('l.until', now)}
    where exists (select from stations s where s.account_id = a.id and s.connected_profile = 3 and ${isInUse}
      and not exists (select from station_certificates n where n.station_id = s.id and n.state = 'installed'))) s
    ${ruled('certificate_expiry')}
  where ${isEnabled} and s.until <= ${now}::timestamptz + ${limitOf('certificate_expiry')} * interval '1 day'`

/** Returns the causes that a rule finds now, as a query; the columns are those of `incidents`. */
export const causesOf: Readonly<Record<IncidentRule, Causes>> = {
  site_outage: siteOutage,
  offline,
  faulted,
  boot_loop: bootLoop,
  no_session: noSession,
  connection_failed: connectionFailed,
  unmatched,
  review: inReview('review'),
  meter_backwards: inReview('meter_backwards'),
  blocked_card: blockedCard,
  rating_failed: ratingFailed,
  driver_report: driverReport,
  certificate_expiry: certificateExpiry,
  ledger_mismatch: ledgerMismatch,
}

/**
 * Returns the users who are notified by console or email when an incident opens because of a fault of the station,
 * according to their settings and the rule.
 */
export async function usersNotifiedOfFault(db: Db, stationId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select n.user_id as id from stations s ${ruled('faulted')}
    join incident_notifications n on n.account_id = s.account_id and (n.site_ids is null or s.site_id = any(n.site_ids))
    join users u on u.id = n.user_id
    where s.id = ${stationId} and ${isEnabled} and ${rankOf(severityOf('faulted'))} <= ${rankOf(sql`n.severity`)}
      and (n.by_console or n.by_email and u.email is not null and u.email_confirmed_at is not null)`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
