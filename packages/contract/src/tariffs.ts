import { type Static, Type } from 'typebox'
import { businessObjectEndpoints, clientRef, objectCode } from './business-object.ts'
import { sees, updates } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import {
  closed,
  Day,
  Done,
  Id,
  Instant,
  Int,
  JustId,
  Nullable,
  Num,
  objectColumns,
  ObjectMethods,
  Optional,
  Text,
  Words,
} from './shapes.ts'
import { TariffDefinition } from './tariff-definition.ts'

const subject = 'Tariffs'

/** Built-in types. Only sessions without a client use a tariff of type `ad_hoc`, and prefer it to others. */
export const tariffTypes = ['regular', 'ad_hoc'] as const

/** Charging modes by power. */
export const tariffModes = ['slow', 'standard', 'fast', 'ultra'] as const
export type TariffMode = (typeof tariffModes)[number]

export const tariffStates = ['draft', 'active', 'retired', 'deleted'] as const

/** A version is `retired` after the end of its validity. */
export const tariffVersionStates = ['draft', 'active', 'retired'] as const

/** Tariffs of an account, versions of a tariff, versions in one response, and objects that a finding names. */
export const tariffLimits = { tariffs: 20_000, versions: 500, versionsShown: 50, findingObjects: 5 } as const

/** Share of the price that the operator keeps, in basis points: 1500 is 15 %. */
const Commission = Type.Integer({ minimum: 0, maximum: 10_000, description: 'Basis points: 1500 is 15 %' })

const VersionNumber = Type.Integer({ minimum: 1, maximum: 1_000_000 })

const groupRef = { group: Nullable(Id), groupcode: Nullable(Text), grouplabel: Nullable(Text) }

/**
 * A tariff. Price, cost, service, schedule and commission are those of the version `versionnumber`: the one that is
 * valid now, otherwise the next one, the draft, or the last one.
 */
export const Tariff = Type.Object({
  ...objectColumns,
  /** ID by which partners know the tariff (OCPI); its number unless it has its own. */
  identity: Text,
  /** Number of the tariff, unique within its account. */
  code: Text,
  label: Text,
  description: Nullable(Text),
  /** Client or group of clients to which it applies; neither: all. */
  ...clientRef,
  ...groupRef,
  /** Reference of the kind `network`; null: all. */
  network: Nullable(Id),
  networkcode: Nullable(Text),
  networkname: Nullable(Text),
  /** Null: all. */
  mode: Nullable(Words(tariffModes)),
  currency: Text,
  /** First price per kWh as decimal text, otherwise that per hour or session; null without a version. */
  price: Nullable(Text),
  /** The same price with tax, at most six decimals. */
  cost: Nullable(Text),
  /** Charged services, separated by commas: energy, time, idle, session, reservation. */
  service: Nullable(Text),
  /** Restrictions as text, such as `Mo-Fr 08:00-20:00`; null if the prices always apply. */
  linschedule: Nullable(Text),
  /** Hidden from users of a client. */
  commission: Nullable(Int),
  versionnumber: Nullable(Int),
  validfrom: Nullable(Instant),
  validto: Nullable(Instant),
  /** Number of the draft; null if there is none. */
  draftnumber: Nullable(Int),
  /** Connectors with 50 kW or more at which it applies without registration although AFIR Article 5(4) does not allow its prices. */
  warnings: Int,
  tags: Type.Array(Text),
  methods: ObjectMethods,
  version_no: Int,
})

const tariff = businessObjectEndpoints('tariff', {
  subject,
  one: 'tariff',
  row: Tariff,
  fields: {
    code: objectCode,
    identity: Optional(Nullable(Type.String({ minLength: 1, maxLength: 36 }))),
    label: Optional(Type.String({ minLength: 1, maxLength: 120 })),
    /** These and the type can be changed until the first version is active. At most one of client and group. */
    client: Optional(Nullable(Id)),
    group: Optional(Nullable(Id)),
    network: Optional(Nullable(Id)),
    mode: Optional(Nullable(Words(tariffModes))),
    /** By default that of the client, otherwise that of the account. */
    currency: Optional(Type.String({ pattern: '^[A-Z]{3}$' })),
  },
})
export const tariffList = tariff.list
export const tariffCount = tariff.count
export const tariffGet = tariff.get
export const tariffSet = tariff.set
export const tariffMethod = tariff.method
export const tariffType = tariff.type

export const TariffVersion = Type.Object({
  id: Id,
  tariff: Id,
  number: Int,
  statecode: Words(tariffVersionStates),
  definition: TariffDefinition,
  /** SHA-256 of the definition, hexadecimal. */
  hash: Text,
  commission: Nullable(Int),
  /** Begin (inclusive) and end (exclusive) of its validity; sessions use the version that is valid at their start. */
  validfrom: Nullable(Instant),
  validto: Nullable(Instant),
  activated: Nullable(Instant),
  /** User who activated it. */
  activatedby: Nullable(Text),
  created: Instant,
  lastupdate: Instant,
  version_no: Int,
})
export type TariffVersion = Static<typeof TariffVersion>

export const tariffVersionList = endpoint({
  path: '/tariff/version/list',
  subject,
  summary: 'Versions of a tariff, newest first',
  may: 'operator',
  use: sees('tariff'),
  query: true,
  body: Type.Object(
    {
      ...JustId.properties,
      /** Only versions with a lower number. */
      before: Optional(VersionNumber),
      reclimit: Optional(Type.Integer({ minimum: 1, maximum: tariffLimits.versionsShown })),
    },
    closed,
  ),
  answer: Type.Array(TariffVersion),
})

export const tariffVersionSet = endpoint({
  path: '/tariff/version/set',
  subject,
  summary: 'Save the draft of a tariff; creates one if there is none',
  may: 'operator',
  use: updates('tariff'),
  body: Type.Object(
    {
      ...JustId.properties,
      definition: TariffDefinition,
      /** Absent: unchanged, in the first draft 0. */
      commission: Optional(Commission),
      /** For optimistic locking: 409 if another user has saved the draft since this number was read. */
      version_no: Optional(Int),
    },
    closed,
  ),
  answer: TariffVersion,
})

export const tariffVersionClone = endpoint({
  path: '/tariff/version/clone',
  subject,
  summary: 'Create a draft from a version of the tariff, by default the newest',
  may: 'operator',
  use: updates('tariff'),
  body: Type.Object({ ...JustId.properties, number: Optional(VersionNumber) }, closed),
  answer: TariffVersion,
})

export const tariffVersionDelete = endpoint({
  path: '/tariff/version/delete',
  subject,
  summary: 'Delete the draft of a tariff',
  may: 'operator',
  use: updates('tariff'),
  body: Type.Object({ ...JustId.properties, version_no: Optional(Int) }, closed),
  answer: Done,
})

const ZoneOfDay = Optional(Type.String({ maxLength: 60 }))

export const tariffVersionActivate = endpoint({
  path: '/tariff/version/activate',
  subject,
  summary: 'Activate the draft of a tariff. Ends the validity of its versions from then on',
  may: 'operator',
  use: updates('tariff'),
  body: Type.Object(
    {
      ...JustId.properties,
      /** First day of validity; today: from now on. By default today. */
      validfrom: Optional(Day),
      /** Last day of validity; absent: until a later version is valid. */
      lastday: Optional(Nullable(Day)),
      /** IANA time zone of both days; UTC by default. */
      timezone: ZoneOfDay,
      version_no: Optional(Int),
    },
    closed,
  ),
  answer: TariffVersion,
})

export const tariffRetire = endpoint({
  path: '/tariff/retire',
  subject,
  summary: 'Retire a tariff: sessions that start from now on do not use it',
  may: 'operator',
  use: updates('tariff'),
  body: JustId,
  answer: Tariff,
})

/**
 * A finding about a tariff; its code is one of the errors of the contract. An `error` prevents activation. Warnings are
 * `tariff_price.gap_is_free`, `tariff_price.element_hidden` and `tariff.afir_minimum`.
 */
export const TariffFinding = Type.Object({
  level: Words(['error', 'warning'] as const),
  code: Text,
  message: Text,
  /** Path in the definition or name of the field, such as `definition.elements[0].price_components[1].price`. */
  field: Nullable(Text),
  params: Type.Record(Text, Type.Union([Text, Num])),
  /** Connectors that are affected: their number and the first of them. */
  connectors: Nullable(
    Type.Object({
      count: Int,
      first: Type.Array(Type.Object({ station: Id, identity: Text, connectorid: Int, power: Nullable(Num) })),
    }),
  ),
  clients: Nullable(
    Type.Object({ count: Int, first: Type.Array(Type.Object({ id: Id, code: Text, name: Text })) }),
  ),
})
export type TariffFinding = Static<typeof TariffFinding>

export const tariffCheck = endpoint({
  path: '/tariff/check',
  subject,
  summary:
    'What activation would reject and warn about: a definition, by default the draft of the tariff, otherwise its valid version',
  may: 'operator',
  use: sees('tariff'),
  query: true,
  body: Type.Object(
    {
      ...JustId.properties,
      definition: Optional(TariffDefinition),
      /** As for activation. */
      validfrom: Optional(Day),
      lastday: Optional(Nullable(Day)),
      timezone: ZoneOfDay,
    },
    closed,
  ),
  answer: Type.Array(TariffFinding),
})

/** Reasons for which a tariff applies, the most specific first; `none`: no tariff applies. */
export const tariffReasons = [
  'client',
  'group',
  'network_mode',
  'network',
  'mode',
  'default',
  'none',
] as const
export type TariffReason = (typeof tariffReasons)[number]

export const tariffSelect = endpoint({
  path: '/tariff/select',
  subject,
  summary: 'The tariff that applies at a station (id) and connector to a client at a time, and why',
  may: 'operator',
  use: sees('tariff'),
  body: Type.Object(
    {
      ...JustId.properties,
      /** Absent: a connector without mode and power. */
      connectorid: Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
      /** Null or absent: without registration (ad hoc). For users of a client always their own. */
      client: Optional(Nullable(Id)),
      /** Start of the session; absent: now. */
      at: Optional(Instant),
    },
    closed,
  ),
  answer: Type.Object({
    reason: Words(tariffReasons),
    tariff: Nullable(Id),
    code: Nullable(Text),
    label: Nullable(Text),
    version: Nullable(Id),
    number: Nullable(Int),
    definition: Nullable(TariffDefinition),
    /** Network of the station, and mode of the connector or by its power. */
    network: Nullable(Id),
    networkname: Nullable(Text),
    mode: Nullable(Words(tariffModes)),
    modefrom: Nullable(Words(['connector', 'power'] as const)),
    group: Nullable(Id),
    grouplabel: Nullable(Text),
  }),
})
