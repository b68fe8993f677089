import { Type } from 'typebox'
import { clientRef, Tags, typeEndpoint } from './business-object.ts'
import { ConnectorBrief } from './connectors.ts'
import { acts, sees, sets, updates } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import { importEndpoints } from './imports.ts'
import {
  Bool,
  closed,
  Count,
  Done,
  Filter,
  Id,
  Instant,
  Int,
  JustId,
  ListQuery,
  Nullable,
  Num,
  objectColumns,
  ObjectMethods,
  Optional,
  SearchTerm,
  Text,
  Words,
} from './shapes.ts'

const subject = 'Stations'

/**
 * Built-in types; administrators may add others, which `/charge_point/type` returns. Drivers find only public
 * stations and their own.
 */
export const stationTypes = ['public', 'private'] as const

/** States of a station and of a connector; `offline` is not a state but the flag `connected`. */
export const stationStates = [
  'created',
  'available',
  'unavailable',
  'faulted',
  'disabled',
  'deleted',
] as const

/**
 * States that a list shows for a station: that of its most significant connector, or offline (display order
 * of the console). For a station that a user has disabled, deleted or moved to a state of an administrator,
 * that state is shown instead.
 */
export const displayStates = [
  'available',
  'preparing',
  'charging',
  'suspended',
  'finishing',
  'reserved',
  'unavailable',
  'faulted',
  'offline',
] as const
export const isDisplayState = (code: string): boolean => displayStates.some((state) => state === code)

/** Problems that need attention, the most urgent first; `out_of_service` replaces the others. */
export const stationProblems = ['faulted', 'offline', 'unresponsive', 'out_of_service'] as const

/** States of a local list that is generated from cards and access rules. */
export const localListStates = ['current', 'outdated', 'failed'] as const

export const bootPolicies = ['accept', 'wait', 'reject'] as const

export const authModes = ['key', 'open'] as const

/** Maximum days for which a station may connect without a key; after that it must authenticate again. */
export const longestOpenDays = 30

/** Address that a station connects to: in full, and the account's part, to which the identity is appended. */
const linkColumns = { link: Text, base: Text }

const stationColumns = {
  ...objectColumns,
  identity: Text,
  /** Code of its account: identities are unique within an account. */
  accountcode: Text,
  label: Nullable(Text),
  tags: Type.Array(Text),
  description: Nullable(Text),
  displaystate: Text,
  /** What needs attention; null if nothing does, and for stations that users have taken out of use. */
  problem: Nullable(Words(stationProblems)),
  /** Error code of the connector that has been faulted for the longest time. */
  problemcode: Nullable(Text),
  problemsince: Nullable(Instant),
  /** Rank of the problem: 1 faulted, 2 offline, 3 unresponsive, 4 out of service, 5 none. */
  urgency: Int,
  version: Nullable(Text),
  firmware: Nullable(Text),
  modelname: Nullable(Text),
  vendorname: Nullable(Text),
  serialnumber: Nullable(Text),
  boxserialnumber: Nullable(Text),
  iccid: Nullable(Text),
  imsi: Nullable(Text),
  metertype: Nullable(Text),
  meterserialnumber: Nullable(Text),
  /** Site where it stands, if it has one; network, address, position and time zone are then those of the site unless it has its own. */
  site: Nullable(Id),
  sitecode: Nullable(Text),
  sitename: Nullable(Text),
  networkname: Nullable(Text),
  ...clientRef,
  /** Why users have taken it out of service, since when and until when; null: in service. Drivers do not see the reason. */
  outofservicereason: Nullable(Text),
  outofservicesince: Nullable(Instant),
  expectedreturn: Nullable(Instant),
  connected: Bool,
  connectionupdate: Nullable(Instant),
  lastseen: Nullable(Instant),
  bootedat: Nullable(Instant),
  bootstatus: Nullable(Text),
  /** A user's decision for this station: follow the account's policy, accept or reject it. */
  approval: Words(['policy', 'accepted', 'rejected'] as const),
  authmode: Words(authModes),
  openuntil: Nullable(Instant),
  /** Lowest security profile with which it may connect (0 to 3): the highest it has used, unless an administrator has lowered it. */
  securityprofile: Int,
  /** Security profile of its newest connection: 0 no key, 1 key, 2 TLS and key, 3 client certificate; null before the first one. */
  connectedprofile: Nullable(Int),
  /** True if it may connect without a subprotocol; OCPP 1.6 is then assumed. */
  subprotocoloptional: Bool,
  /** False if its clock must not decide about prices: nothing is charged by time. */
  timestrusted: Bool,
  unresponsive: Bool,
  remoteaddress: Nullable(Text),
  timezone: Nullable(Text),
  lat: Nullable(Num),
  lng: Nullable(Num),
  address: Nullable(Text),
  /** Current W over all connectors; Wh since midnight UTC. */
  power: Nullable(Num),
  energytoday: Num,
  deviations: Int,
  demo: Bool,
  /** State of the generated local list; null if it is not generated. */
  locallist: Nullable(Words(localListStates)),
  version_no: Int,
}

export const Station = Type.Object({
  ...stationColumns,
  connectors: Type.Array(ConnectorBrief),
  photo: Nullable(Id),
  /** Code of the error that explains why no command can be sent to it; null if one can. */
  unreachable: Nullable(Text),
  methods: ObjectMethods,
})

export const stationList = endpoint({
  path: '/charge_point/list',
  subject,
  summary: 'Stations the caller may see',
  may: 'operator',
  use: sees('charge_point'),
  csv: true,
  body: ListQuery,
  answer: Type.Array(Station),
})

export const stationCount = endpoint({
  path: '/charge_point/count',
  subject,
  summary: 'How many stations match',
  may: 'operator',
  use: sees('charge_point'),
  body: ListQuery,
  answer: Count,
})

export const stationStatesCount = endpoint({
  path: '/charge_point/states',
  subject,
  summary: 'How many stations show each display state, with the same filters',
  may: 'operator',
  use: sees('charge_point'),
  body: ListQuery,
  answer: Type.Array(Type.Object({ displaystate: Text, count: Int })),
})

/** More stations than this are shown as cells: see `stationCells`. */
export const maxOnMap = 20_000

export const stationMap = endpoint({
  path: '/charge_point/map',
  subject,
  summary: `Positions for the map: compact rows, up to ${maxOnMap}`,
  may: 'operator',
  use: sees('charge_point'),
  body: ListQuery,
  answer: Type.Array(
    Type.Object({
      id: Id,
      identity: Text,
      label: Nullable(Text),
      displaystate: Text,
      lat: Num,
      lng: Num,
    }),
  ),
})

/**
 * For more stations than `/charge_point/map` returns: those inside a box, clustered into the cells of a grid
 * that gets finer with the zoom. A cell with one station names it.
 */
export const stationCells = endpoint({
  path: '/charge_point/cells',
  subject,
  summary: 'Stations inside a box of the map, clustered into cells of a grid',
  may: 'operator',
  use: sees('charge_point'),
  body: Type.Object(
    {
      filter: Optional(Filter),
      search: Optional(Type.Array(SearchTerm)),
      /** Degrees west, south, east, north. */
      box: Type.Array(Num, { minItems: 4, maxItems: 4 }),
      zoom: Type.Integer({ minimum: 0, maximum: 22 }),
    },
    closed,
  ),
  answer: Type.Array(
    Type.Object({
      lat: Num,
      lng: Num,
      /** Number of stations in each state, in the order of the display states. */
      states: Type.Array(Int),
      station: Nullable(Type.Object({ id: Id, identity: Text, label: Nullable(Text) })),
    }),
  ),
})

/** `identity` may also be `<account code>/<identity>`, or an id: administrators see several accounts. */
export const stationGet = endpoint({
  path: '/charge_point/get',
  subject,
  summary:
    'One station, by id or identity; 409 ambiguous where several accounts have the identity: name it as <account code>/<identity>',
  may: 'operator',
  use: sees('charge_point'),
  body: Type.Object(
    { id: Optional(Id), identity: Optional(Text), fields: Optional(Type.Array(Text)) },
    closed,
  ),
  answer: Station,
})

export const stationSet = endpoint({
  path: '/charge_point/set',
  subject,
  may: 'operator',
  use: sets('charge_point'),
  summary:
    'Add a station (id null) or change one; an absent field keeps its value. The answer to a new station holds its key, once: `key` as text, `keyhex` as the same bytes in hexadecimal. `link` is its whole address, `base` the address without the identity',
  body: Type.Object(
    {
      id: Nullable(Id),
      identity: Optional(Type.String({ minLength: 1, maxLength: 48 })),
      label: Optional(Nullable(Type.String({ maxLength: 120 }))),
      description: Optional(Nullable(Type.String({ maxLength: 2000 }))),
      typecode: Optional(Type.String({ minLength: 1, maxLength: 60 })),
      lat: Optional(Nullable(Type.Number({ minimum: -90, maximum: 90 }))),
      lng: Optional(Nullable(Type.Number({ minimum: -180, maximum: 180 }))),
      address: Optional(Nullable(Type.String({ maxLength: 300 }))),
      timezone: Optional(Nullable(Type.String({ maxLength: 60 }))),
      /** Site of the account; null: none. A value of the station that equals that of its site is not stored. */
      site: Optional(Nullable(Id)),
      /** Name or code of an enabled reference of the kind `network`; a station at a site has the network of the site. */
      networkname: Optional(Nullable(Type.String({ maxLength: 120 }))),
      client: Optional(Nullable(Id)),
      tags: Optional(Tags),
      approval: Optional(Words(['policy', 'accepted', 'rejected'] as const)),
      /** Takes effect at the station's next connection. */
      subprotocoloptional: Optional(Bool),
      timestrusted: Optional(Bool),
      /** For optimistic locking: 409 if another user has changed the station since this number was read. */
      version_no: Optional(Int),
    },
    closed,
  ),
  answer: Type.Object({
    station: Station,
    key: Nullable(Text),
    /** Bytes of the key as hexadecimal digits, for stations that are configured with them. */
    keyhex: Nullable(Text),
    ...linkColumns,
  }),
})

const stationImport = importEndpoints('charge_point', { subject, many: 'stations' })
export const stationImportCheck = stationImport.check
export const stationImportRun = stationImport.run

export const stationAction = endpoint({
  path: '/charge_point/action',
  subject,
  may: 'operator',
  use: acts('charge_point'),
  summary: 'Disable, enable, delete or restore a station',
  body: Type.Object({ id: Id, action: Words(['disable', 'enable', 'delete', 'restore'] as const) }, closed),
  answer: Station,
})

/** Reason for which a station is out of service. */
export const serviceReason = Type.String({ minLength: 1, maxLength: 300 })

export const stationService = endpoint({
  path: '/charge_point/service',
  subject,
  may: 'operator',
  use: updates('charge_point'),
  summary:
    'Note that a station, or one of its connectors, is out of service, why and until when, or that it is back in service (outofservice null). Its state is not changed: send ChangeAvailability',
  body: Type.Object(
    {
      id: Id,
      connectorid: Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
      outofservice: Nullable(
        Type.Object(
          {
            reason: serviceReason,
            expectedreturn: Optional(Nullable(Instant)),
          },
          closed,
        ),
      ),
    },
    closed,
  ),
  answer: Station,
})

export const stationKey = endpoint({
  path: '/charge_point/key',
  subject,
  may: 'operator',
  use: updates('charge_point'),
  fresh: true,
  summary:
    'Make a new key for the station; shown once, as text (`key`) and as the same bytes in hexadecimal (`keyhex`). The old one stays valid until the station has signed in with the new',
  body: JustId,
  answer: Type.Object({ key: Text, keyhex: Text, ...linkColumns, identity: Text }),
})

export const stationOpen = endpoint({
  path: '/charge_point/open',
  subject,
  may: 'operator',
  use: updates('charge_point'),
  // requiring the key again is always allowed
  fresh: (body) => (body as { until: string | null }).until !== null,
  summary: `Let a station connect without a key until a time, ${longestOpenDays} days ahead at most, or demand the key again (until null)`,
  body: Type.Object({ id: Id, until: Nullable(Instant) }, closed),
  answer: Station,
})

export const stationDisconnect = endpoint({
  path: '/charge_point/disconnect',
  subject,
  may: 'operator',
  use: updates('charge_point'),
  summary: "Close the station's connection; the station reconnects automatically",
  body: JustId,
  answer: Done,
})

export const stationLink = endpoint({
  path: '/charge_point/link',
  subject,
  may: 'operator',
  use: sees('charge_point'),
  summary:
    "Where stations connect. `base` is the account's address, to which a station's identity is appended; `link` is the whole address of the station named by `id`, and equals `base` without one",
  body: Type.Object({ id: Optional(Id) }, closed),
  answer: Type.Object({ ...linkColumns, account: Text }),
})

export const stationType = typeEndpoint('charge_point', { subject })

export const stationConfiguration = endpoint({
  path: '/charge_point/configuration/list',
  subject,
  may: 'operator',
  use: sees('charge_point'),
  summary: 'Configuration keys as the station last reported them',
  body: JustId,
  answer: Type.Array(Type.Object({ key: Text, value: Nullable(Text), readonly: Bool, updated: Instant })),
})

export const stationDeviations = endpoint({
  path: '/charge_point/deviation/list',
  subject,
  may: 'operator',
  use: sees('charge_point'),
  summary: 'Deviations of the station from the standard, with counts',
  body: JustId,
  answer: Type.Array(Type.Object({ rule: Text, count: Int, last: Instant, sample: Nullable(Text) })),
})
