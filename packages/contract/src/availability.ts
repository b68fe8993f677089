import { type Static, Type } from 'typebox'
import { sees, stationAreas, updates } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import {
  Bool,
  closed,
  Done,
  Id,
  Instant,
  Int,
  JustId,
  Month,
  Nullable,
  Num,
  Optional,
  Text,
  Words,
} from './shapes.ts'

const subject = 'Availability'

/** `afir`: by the operational status of Regulation (EU) 2023/1804; `nevi`: uptime of 23 CFR 680.116(b). */
export const availabilityDefinitions = ['afir', 'nevi'] as const
export type AvailabilityDefinition = (typeof availabilityDefinitions)[number]

/** Reasons of exclusions; a definition permits all or some of them. */
export const exclusionReasons = [
  'scheduled_maintenance',
  'utility_interruption',
  'network_failure',
  'vandalism',
  'natural_disaster',
  'vehicle_fault',
  'outside_hours',
] as const
export type ExclusionReason = (typeof exclusionReasons)[number]

/** Objects for which availability is computed. */
export const availabilityGroups = ['evse', 'station', 'site', 'network'] as const
export type AvailabilityGroup = (typeof availabilityGroups)[number]

/** `open`: outages outside of the opening hours of the site do not count; `all`: they do. */
export const availabilityHours = ['all', 'open'] as const
export type AvailabilityHours = (typeof availabilityHours)[number]

/**
 * What applies unless a request or an operator says otherwise; `target` in percent. 23 CFR 680.116(b) requires an uptime
 * above 97 % and leaves out the hours in which a station is closed; Regulation (EU) 2023/1804 has neither.
 */
export const availabilityDefaults = {
  afir: { hours: 'all', target: 98 },
  nevi: { hours: 'open', target: 97 },
} as const satisfies Record<AvailabilityDefinition, { hours: AvailabilityHours; target: number }>

/** States of an EVSE as availability counts them. */
export const availabilityStates = [
  'operative',
  'faulted',
  'unavailable',
  'disabled',
  'offline',
  'unknown',
] as const

const LocalMonth = Month('Year and month, such as 2026-10, in local time of each station')

/** Percent with two decimals, 100 only without an outage that counts; null: nothing is known. */
const Percent = Nullable(Num)

const minutes = {
  /** Minutes of the period until now. */
  minutes: Int,
  /** Minutes in which the EVSE was not operative, with those that are excluded. */
  outage: Int,
  /** Part of `outage` that the definition leaves out. */
  excluded: Int,
  /** Part of `excluded` outside of the opening hours of the site. */
  closed: Int,
  /** Minutes before the first report, after the removal, or without a running server. */
  unknown: Int,
}

const AvailabilityRow = Type.Object({
  /** Id of the connector, station, site or network; `none`: EVSEs without a site or network. */
  id: Text,
  stationid: Nullable(Id),
  identity: Nullable(Text),
  connectorid: Nullable(Int),
  siteid: Nullable(Id),
  sitename: Nullable(Text),
  networkid: Nullable(Id),
  networkname: Nullable(Text),
  evses: Int,
  ...minutes,
  /** Number of outages that began or continued in the month. */
  outages: Int,
  availability: Percent,
  /** Mean target of the EVSEs in percent, of their site, else of their account, else of the definition. */
  target: Num,
  /** True if the target is reached; null: nothing is known. */
  reached: Nullable(Bool),
  /** The same without exclusions. */
  gross: Percent,
  /** Uptime over twelve months until the end of the month, by 23 CFR 680.116(b)(3); null for `afir`. */
  uptime: Percent,
  /** Beginning of the first known minute in these twelve months. */
  uptimesince: Nullable(Instant),
  /** Outage, excluded and unknown minutes of each day, in this order, summed over the EVSEs. */
  days: Type.Array(Type.Array(Int)),
})
export type AvailabilityRow = Static<typeof AvailabilityRow>

/** By default `open` for `nevi`, and `all` for `afir`. */
const hours = Optional(Words(availabilityHours))

const selection = {
  month: LocalMonth,
  definition: Words(availabilityDefinitions),
  hours,
  stationid: Optional(Id),
  siteid: Optional(Id),
  network: Optional(Id),
  client: Optional(Id),
}

export const availabilityList = endpoint({
  path: '/availability/list',
  subject,
  summary: 'Availability of EVSEs, stations, sites or networks in a month, worst first',
  may: 'operator',
  use: sees('charge_point', stationAreas),
  names: 'rows',
  csv: true,
  body: Type.Object(
    {
      ...selection,
      /** `evse` by default. */
      by: Optional(Words(availabilityGroups)),
      fields: Optional(Type.Array(Text)),
      reclimit: Optional(Type.Integer({ minimum: 1, maximum: 5000 })),
      recoffset: Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
      /** Continues behind the row with this id. */
      after: Optional(Type.String({ maxLength: 40 })),
    },
    closed,
  ),
  answer: Type.Array(AvailabilityRow),
})

export const availabilityFigures = endpoint({
  path: '/availability/figures',
  subject,
  summary: 'Availability of all EVSEs together in a month, and how many are below a target',
  may: 'operator',
  use: sees('charge_point', stationAreas),
  names: 'rows',
  query: true,
  body: Type.Object(
    {
      ...selection,
      /** Percent; by default that of each EVSE. */
      target: Optional(Type.Number({ minimum: 0, maximum: 100 })),
    },
    closed,
  ),
  answer: Type.Object({
    ...minutes,
    evses: Int,
    sites: Int,
    outages: Int,
    availability: Percent,
    /** Mean target of the EVSEs in percent; null without any. */
    target: Nullable(Num),
    reached: Nullable(Bool),
    /** EVSEs that do not reach their target. */
    below: Int,
  }),
})

export const stationFigures = endpoint({
  path: '/charge_point/figures',
  subject,
  summary: 'Availability, faults by type, connections and firmware of a station in the last thirty days',
  may: 'operator',
  use: sees('charge_point', stationAreas),
  query: true,
  body: JustId,
  answer: Type.Object({
    /** By the definition `afir`, over all connectors. */
    availability: Percent,
    outages: Int,
    connectors: Int,
    /** Outage, excluded and unknown minutes of each day, in this order, summed over the connectors; today last. */
    days: Type.Array(Type.Array(Int)),
    /** By the error code of the vendor, otherwise that of OCPP; the most frequent first. */
    faults: Type.Array(Type.Object({ errorcode: Nullable(Text), count: Int, last: Instant })),
    /** Connections of the station. */
    reconnects: Int,
    /** Versions that the station reported, the newest first. */
    firmware: Type.Array(Type.Object({ version: Text, since: Instant })),
  }),
})

const StateInterval = Type.Object({
  from: Instant,
  to: Instant,
  minutes: Int,
  state: Words(availabilityStates),
  errorcode: Nullable(Text),
  /** Minutes of an outage outside of the opening hours that do not count. */
  closed: Int,
  /** Exclusions that leave out this interval or a part of it. */
  exclusions: Type.Array(Id),
})

export const availabilityGet = endpoint({
  path: '/availability/get',
  subject,
  summary: 'States of an EVSE in a month, to the minute, and its availability',
  may: 'operator',
  use: sees('charge_point', stationAreas),
  names: 'object',
  query: true,
  body: Type.Object(
    {
      /** Station. */
      id: Id,
      connectorid: Type.Integer({ minimum: 1, maximum: 100_000 }),
      month: LocalMonth,
      definition: Words(availabilityDefinitions),
      hours,
    },
    closed,
  ),
  answer: Type.Object({ timezone: Text, row: AvailabilityRow, intervals: Type.Array(StateInterval) }),
})

const Exclusion = Type.Object({
  id: Id,
  stationid: Nullable(Id),
  identity: Nullable(Text),
  connectorid: Nullable(Int),
  siteid: Nullable(Id),
  sitename: Nullable(Text),
  reason: Words(exclusionReasons),
  from: Instant,
  to: Instant,
  description: Text,
  /** Document that proves it, or its address. */
  evidence: Text,
  /** Files that prove it; the addresses are valid for some minutes. */
  files: Type.Array(Type.Object({ id: Id, name: Text, type: Text, size: Int, created: Instant, url: Text })),
  username: Nullable(Text),
  created: Instant,
  lastupdate: Instant,
  version_no: Int,
})
export type Exclusion = Static<typeof Exclusion>

export const exclusionList = endpoint({
  path: '/availability/exclusion/list',
  subject,
  summary: 'Exclusions that overlap a month, newest first',
  may: 'operator',
  use: sees('charge_point', stationAreas),
  names: 'rows',
  csv: true,
  body: Type.Object(
    {
      month: LocalMonth,
      stationid: Optional(Id),
      siteid: Optional(Id),
      fields: Optional(Type.Array(Text)),
      reclimit: Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
      recoffset: Optional(Type.Integer({ minimum: 0, maximum: 1000 })),
      /** Continues behind the exclusion with this id. */
      after: Optional(Type.String({ maxLength: 40 })),
    },
    closed,
  ),
  answer: Type.Array(Exclusion),
})

export const exclusionSet = endpoint({
  path: '/availability/exclusion/set',
  subject,
  summary: 'Record an exclusion for a station, one of its EVSEs or a site (id null), or change one',
  may: 'operator',
  use: updates('charge_point'),
  body: Type.Object(
    {
      id: Nullable(Id),
      /** A new exclusion needs either a station or a site; neither can be changed. */
      stationid: Optional(Nullable(Id)),
      connectorid: Optional(Nullable(Type.Integer({ minimum: 1, maximum: 100_000 }))),
      siteid: Optional(Nullable(Id)),
      reason: Words(exclusionReasons),
      from: Instant,
      to: Instant,
      description: Type.String({ minLength: 1, maxLength: 1000 }),
      evidence: Type.String({ minLength: 1, maxLength: 500 }),
      version_no: Optional(Int),
    },
    closed,
  ),
  answer: Exclusion,
})

export const exclusionRemove = endpoint({
  path: '/availability/exclusion/remove',
  subject,
  summary: 'Remove an exclusion',
  may: 'operator',
  use: updates('charge_point'),
  body: JustId,
  answer: Done,
})

/** Maximum bytes of a file that proves an exclusion. */
export const evidenceMaxBytes = 5 * 1024 * 1024

export const exclusionFileSet = endpoint({
  path: '/availability/exclusion/file/set',
  subject,
  summary:
    'Add a file that proves an exclusion (base64, at most 5 MiB): a picture, which is re-encoded, or PDF',
  may: 'operator',
  use: updates('charge_point'),
  maxBytes: 8 * 1024 * 1024,
  body: Type.Object(
    {
      id: Id,
      name: Type.String({ minLength: 1, maxLength: 200 }),
      data: Type.String({ minLength: 1, maxLength: 7_100_000 }),
    },
    closed,
  ),
  answer: Done,
})

export const exclusionFileDelete = endpoint({
  path: '/availability/exclusion/file/delete',
  subject,
  summary: 'Remove a file of an exclusion',
  may: 'operator',
  use: updates('charge_point'),
  body: Type.Object({ id: Id, file: Id }, closed),
  answer: Done,
})

const Target = Nullable(Type.Number({ exclusiveMinimum: 0, maximum: 100, multipleOf: 0.01 }))

export const availabilityTargetList = endpoint({
  path: '/availability/target/list',
  subject,
  summary: "The target of the caller's account in percent, and the sites that have their own",
  may: 'operator',
  use: sees('site', stationAreas),
  body: Type.Object({}, closed),
  answer: Type.Object({
    /** Null: that of the definition. */
    target: Nullable(Num),
    sites: Type.Array(Type.Object({ site: Id, sitename: Text, target: Num })),
  }),
})

export const availabilityTargetSet = endpoint({
  path: '/availability/target/set',
  subject,
  summary: 'Set the target of the account or of a site in percent; null inherits',
  may: 'operator',
  use: updates('site'),
  body: Type.Object({ site: Optional(Nullable(Id)), target: Target }, closed),
  answer: Done,
})
