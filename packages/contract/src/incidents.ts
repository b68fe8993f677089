import { type Static, Type } from 'typebox'
import { sees, updates } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import { ProblemReport } from './problem-reports.ts'
import {
  Bool,
  closed,
  Count,
  Id,
  Instant,
  Int,
  JustId,
  ListQuery,
  Nullable,
  Num,
  Optional,
  Text,
  Words,
} from './shapes.ts'

const subject = 'Incidents'

/** Most urgent first. */
export const incidentSeverities = ['critical', 'major', 'minor'] as const
export type IncidentSeverity = (typeof incidentSeverities)[number]

/**
 * Rules that open incidents, with their defaults: severity, limit and the range of the limit.
 *
 * - `offline`: minutes without a connection, of a station that has booted before
 * - `site_outage`: stations of a site that went offline within ten minutes, if they are at least half of it
 * - `faulted`: minutes for which a connector or the station reports a fault
 * - `boot_loop`: boots within an hour that the server did not request
 * - `no_session`: time without a session, in multiples of the usual time between two sessions
 * - `connection_failed`: rejected connection attempts while the station does not connect
 * - `unmatched`: open unmatched messages of a station
 * - `review`: sessions of a station that need review
 * - `meter_backwards`: sessions that need review because the meter ran backwards
 * - `blocked_card`: refusals of a blocked card within 24 hours
 * - `rating_failed`: failed attempts to compute the price of a session
 * - `driver_report`: open reports of drivers about one kind of problem at a station
 * - `certificate_expiry`: days until the certificate of a station with security profile 3, of the authority that issued
 *   certificates of stations, of a configured authority of client certificates, or of the port with TLS expires; more severe from 7 days
 * - `ledger_mismatch`: differences that the nightly verification of the ledger found, of the account
 */
export const incidentRuleDefaults = {
  site_outage: { severity: 'critical', limit: 3, least: 2, most: 1000 },
  offline: { severity: 'critical', limit: 15, least: 1, most: 10_080 },
  faulted: { severity: 'critical', limit: 1, least: 0, most: 10_080 },
  boot_loop: { severity: 'major', limit: 5, least: 2, most: 100 },
  no_session: { severity: 'major', limit: 6, least: 2, most: 100 },
  connection_failed: { severity: 'major', limit: 10, least: 1, most: 10_000 },
  unmatched: { severity: 'minor', limit: 1, least: 1, most: 200 },
  review: { severity: 'minor', limit: 1, least: 1, most: 1000 },
  meter_backwards: { severity: 'major', limit: 1, least: 1, most: 1000 },
  blocked_card: { severity: 'minor', limit: 3, least: 1, most: 1000 },
  rating_failed: { severity: 'major', limit: 3, least: 1, most: 100 },
  driver_report: { severity: 'major', limit: 1, least: 1, most: 100 },
  certificate_expiry: { severity: 'major', limit: 30, least: 1, most: 180 },
  ledger_mismatch: { severity: 'critical', limit: 1, least: 1, most: 1000 },
} as const satisfies Record<
  string,
  { severity: IncidentSeverity; limit: number; least: number; most: number }
>
export type IncidentRule = keyof typeof incidentRuleDefaults
/** Rules about the account, which sites do not have. */
export const accountRules: readonly IncidentRule[] = ['ledger_mismatch']
export const incidentRules = Object.keys(incidentRuleDefaults) as [IncidentRule, ...IncidentRule[]]

/** `recovered`: the cause is gone; it closes after 15 minutes unless the cause returns. */
export const incidentStatuses = ['open', 'recovered', 'snoozed', 'closed'] as const

/**
 * What happened to an incident. Details: `assigned` and `escalated` have `assigneename`, `snoozed` has `until`, `recurred`,
 * `reopened` and `raised` have the number of `occurrences`.
 */
export const incidentEntryKinds = [
  'opened',
  'recurred',
  'recovered',
  'reopened',
  'raised',
  'closed',
  'acknowledged',
  'unacknowledged',
  'escalated',
  'assigned',
  'snoozed',
  'unsnoozed',
  'comment',
] as const

export const incidentLimits = {
  /** Entries of one incident. */
  entries: 500,
  /** Characters of a comment. */
  comment: 2000,
  /** Days for which an incident can be snoozed. */
  snoozeDays: 90,
  /** Minutes until an incident is escalated. */
  escalationMinutes: 10_080,
}

const Severity = Words(incidentSeverities)
const Rule = Words(incidentRules)
const Details = Type.Record(Text, Type.Union([Text, Num, Bool, Type.Null()]))

const Incident = Type.Object({
  id: Id,
  /** Within the account. */
  number: Int,
  rule: Rule,
  severity: Severity,
  status: Words(incidentStatuses),
  stationid: Nullable(Id),
  identity: Nullable(Text),
  stationlabel: Nullable(Text),
  siteid: Nullable(Id),
  sitelabel: Nullable(Text),
  /** Of the station; 0 is the station itself. */
  connectorid: Nullable(Int),
  cardid: Nullable(Id),
  cardname: Nullable(Text),
  idtag: Nullable(Text),
  /**
   * `errorcode`, `vendorerrorcode`, `info` of a fault; `events`: number of boots, attempts, messages, sessions,
   * refusals or differences; `reason`, `address` of the last connection attempt; `transactionid`, `energywh` of a session;
   * `usualhours`: usual time between two sessions; `offline` of `stations` of a site; `category` of reports of drivers;
   * `certificate` (`station`, `authority` or `port`), `until`, `name` and `problem` of the renewal of a certificate.
   */
  details: Details,
  /** Incident of the site under which this one is folded. */
  parentid: Nullable(Id),
  /** Begin of the cause. */
  opened: Instant,
  /** Begin of its last occurrence. */
  last: Instant,
  /** How often the cause occurred within this incident. */
  occurrences: Int,
  /** How often the cause occurred in the last 7 days, in all incidents about it. */
  recurrence: Int,
  /** Order of the severity: 1 is the most severe. */
  urgency: Int,
  recovered: Nullable(Instant),
  acknowledged: Nullable(Instant),
  acknowledgedby: Nullable(Text),
  assignee: Nullable(Id),
  assigneename: Nullable(Text),
  snoozeduntil: Nullable(Instant),
  closed: Nullable(Instant),
  /** Null if it was closed because the cause was gone. */
  closedby: Nullable(Text),
})
export type IncidentRow = Static<typeof Incident>

const Entry = Type.Object({
  id: Id,
  at: Instant,
  kind: Words(incidentEntryKinds),
  /** Null for the system. */
  username: Nullable(Text),
  text: Nullable(Text),
  details: Details,
})

const IncidentDetails = Type.Object({
  ...Incident.properties,
  /**
   * Sessions that were probably lost: those that usually start in the same hours of the week, averaged over up to
   * eight weeks before the begin, minus those that did start. Null if the station is too new or can charge.
   */
  lostsessions: Nullable(Num),
  /** Weeks over which `lostsessions` is averaged. */
  lostweeks: Int,
  contactname: Nullable(Text),
  contactphone: Nullable(Text),
  /** Of drivers, the newest first. */
  reports: Type.Array(ProblemReport),
  /** Oldest first. */
  entries: Type.Array(Entry),
})

export const incidentList = endpoint({
  path: '/incident/list',
  subject,
  summary: 'Incidents that the caller may see, most severe and oldest first',
  may: 'operator',
  use: sees('incident'),
  csv: true,
  body: ListQuery,
  answer: Type.Array(Incident),
})

export const incidentCount = endpoint({
  path: '/incident/count',
  subject,
  summary: 'How many incidents match',
  may: 'operator',
  use: sees('incident'),
  body: ListQuery,
  answer: Count,
})

export const incidentFigures = endpoint({
  path: '/incident/figures',
  subject,
  summary: 'Numbers of incidents by state, and of open ones by severity and rule',
  may: 'operator',
  use: sees('incident'),
  body: ListQuery,
  answer: Type.Object({
    /** Open or recovered, and not snoozed. */
    open: Int,
    /** Open, neither acknowledged nor recovered nor snoozed: the number on the bell. */
    unacknowledged: Int,
    /** Open and assigned to the caller. */
    mine: Int,
    snoozed: Int,
    /** Stations with an open incident. */
    stations: Int,
    critical: Int,
    major: Int,
    minor: Int,
    site_outage: Int,
    offline: Int,
    faulted: Int,
    boot_loop: Int,
    no_session: Int,
    connection_failed: Int,
    unmatched: Int,
    review: Int,
    meter_backwards: Int,
    blocked_card: Int,
    rating_failed: Int,
    driver_report: Int,
    certificate_expiry: Int,
    ledger_mismatch: Int,
  }),
})

export const incidentGet = endpoint({
  path: '/incident/get',
  subject,
  summary: 'One incident with its timeline and an estimate of the lost sessions',
  may: 'operator',
  use: sees('incident'),
  body: JustId,
  answer: IncidentDetails,
})

const change = <const Path extends string, F extends Parameters<typeof Type.Object>[0]>(
  path: Path,
  summary: string,
  fields: F,
) =>
  endpoint({
    path,
    subject,
    summary,
    may: 'operator',
    use: updates('incident'),
    body: Type.Object({ id: Id, ...fields }, closed),
    answer: IncidentDetails,
  })

export const incidentAcknowledge = change(
  '/incident/acknowledge',
  'Acknowledge an incident, or withdraw the acknowledgement',
  { acknowledged: Optional(Bool) },
)
export const incidentAssign = change('/incident/assign', 'Assign an incident to a user, or to none', {
  assignee: Nullable(Id),
})
export const incidentSnooze = change(
  '/incident/snooze',
  'Hide an incident from the open ones until a time; null ends this',
  { until: Nullable(Instant) },
)
export const incidentComment = change('/incident/comment', 'Add a comment to an incident', {
  text: Type.String({ minLength: 1, maxLength: incidentLimits.comment }),
})
export const incidentClose = change(
  '/incident/close',
  'Close an incident; it opens again if the cause occurs again. Drivers who reported it get a notice with the text',
  { text: Optional(Type.String({ maxLength: incidentLimits.comment })) },
)

/** Text that is part of the name or login of a user, or of the name of a group. */
const byName = { text: Optional(Type.String({ maxLength: 100 })) }

export const incidentAssignees = endpoint({
  path: '/incident/assignees',
  subject,
  summary: 'Users to whom the caller may assign an incident, at most 50, found by name or login',
  may: 'operator',
  use: sees('incident'),
  body: Type.Object({ id: Id, ...byName }, closed),
  answer: Type.Array(Type.Object({ id: Id, name: Text })),
})

const RuleRow = Type.Object({
  rule: Rule,
  /** Whether the rule opens incidents: of the site, else of the account, else true. */
  enabled: Bool,
  /** In the unit of the rule. */
  limit: Int,
  severity: Severity,
  /** What is set for this site or account itself; null: inherited. */
  own: Type.Object({ enabled: Nullable(Bool), limit: Nullable(Int), severity: Nullable(Severity) }),
  defaultlimit: Int,
  least: Int,
  most: Int,
})

const RulesOf = { site: Optional(Nullable(Id)) }

export const incidentRuleList = endpoint({
  path: '/incident/rule/list',
  subject,
  summary: "The rules of incidents with their limits, of the caller's account or of one of its sites",
  may: 'operator',
  use: sees('incident'),
  body: Type.Object(RulesOf, closed),
  answer: Type.Array(RuleRow),
})

export const incidentRuleSet = endpoint({
  path: '/incident/rule/set',
  subject,
  summary: 'Change a rule for the account or for a site; null inherits',
  may: 'operator',
  use: updates('incident'),
  body: Type.Object(
    {
      ...RulesOf,
      rule: Rule,
      enabled: Optional(Nullable(Bool)),
      limit: Optional(Nullable(Int)),
      severity: Optional(Nullable(Severity)),
    },
    closed,
  ),
  answer: Type.Array(RuleRow),
})

const Escalation = Type.Object({
  severity: Severity,
  /** Of this site or account itself; null: none, or inherited. */
  minutes: Nullable(Int),
  user: Nullable(Id),
  group: Nullable(Id),
  targetname: Nullable(Text),
  /** Code of the group; the names of built-in groups follow from it. */
  groupcode: Nullable(Text),
  /** True if the incidents of this site are not escalated, whatever the account sets. */
  off: Bool,
  /** What the account sets, for a site. */
  inherited: Nullable(Type.Object({ minutes: Int, targetname: Nullable(Text), groupcode: Nullable(Text) })),
})

export const incidentEscalationList = endpoint({
  path: '/incident/escalation/list',
  subject,
  summary: 'Who is notified of incidents that no user acknowledges, for the account or one of its sites',
  may: 'operator',
  use: sees('incident'),
  names: 'nothing',
  body: Type.Object(RulesOf, closed),
  answer: Type.Array(Escalation),
})

export const incidentEscalationSet = endpoint({
  path: '/incident/escalation/set',
  subject,
  summary:
    'Set who is notified of incidents that no user acknowledges; null minutes end or inherit it, or switch it off for a site',
  may: 'operator',
  use: updates('incident'),
  names: 'nothing',
  body: Type.Object(
    {
      ...RulesOf,
      severity: Severity,
      minutes: Nullable(Type.Integer({ minimum: 1, maximum: incidentLimits.escalationMinutes })),
      user: Optional(Nullable(Id)),
      group: Optional(Nullable(Id)),
      /** True without minutes: incidents of the site are not escalated, whatever the account sets. */
      off: Optional(Bool),
    },
    closed,
  ),
  answer: Type.Array(Escalation),
})

export const incidentEscalationTargets = endpoint({
  path: '/incident/escalation/targets',
  subject,
  summary:
    'Users and groups to whom incidents can be escalated, at most 50 each, found by name or login; built-in groups are always among them',
  may: 'operator',
  use: sees('incident'),
  names: 'nothing',
  body: Type.Object(byName, closed),
  answer: Type.Object({
    users: Type.Array(Type.Object({ id: Id, name: Text })),
    groups: Type.Array(Type.Object({ id: Id, name: Text, code: Text })),
  }),
})
