import { Type } from 'typebox'
import { clientRef, Tags, typeEndpoint } from './business-object.ts'
import { acts, creates, sees, sets, stationAreas, updates } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import { importEndpoints } from './imports.ts'
import { localListStates } from './stations.ts'
import {
  ById,
  closed,
  Count,
  Id,
  Instant,
  Int,
  JustId,
  ListQuery,
  Nullable,
  objectColumns,
  ObjectMethods,
  Optional,
  Text,
  Words,
} from './shapes.ts'

const subject = 'Cards'

/** Built-in types; administrators may add others, which `/card/type` returns. */
export const cardTypes = ['rfid', 'credit', 'plastic'] as const
/** Authorization status that the next Authorize of this card would get. */
export const cardVerdicts = ['Accepted', 'Blocked', 'Expired', 'Invalid', 'ConcurrentTx'] as const

/** Types of tokens of OCPP 2.x; a card without one is accepted as any physical token. */
export const tokenTypes = [
  'Central',
  'eMAID',
  'ISO14443',
  'ISO15693',
  'KeyCode',
  'Local',
  'MacAddress',
] as const

export const Card = Type.Object({
  ...objectColumns,
  identity: Text,
  code: Text,
  name: Nullable(Text),
  label: Nullable(Text),
  tags: Type.Array(Text),
  description: Nullable(Text),
  ...clientRef,
  /** User name of the driver to whom it belongs. */
  driver: Nullable(Text),
  expiry: Nullable(Instant),
  parentcode: Nullable(Text),
  tokentype: Nullable(Words(tokenTypes)),
  /** Simultaneous transactions; 0 means no limit. */
  maxtransactions: Int,
  activetransactions: Int,
  verdict: Words(cardVerdicts),
  lastused: Nullable(Instant),
  version_no: Int,
  methods: ObjectMethods,
})
export const cardList = endpoint({
  path: '/card/list',
  subject,
  summary: 'Cards the caller may see',
  may: 'user',
  use: sees('card'),
  csv: true,
  body: ListQuery,
  answer: Type.Array(Card),
})
export const cardCount = endpoint({
  path: '/card/count',
  subject,
  summary: 'How many cards match',
  may: 'user',
  use: sees('card'),
  body: ListQuery,
  answer: Count,
})
export const cardGet = endpoint({
  path: '/card/get',
  subject,
  summary: 'One card',
  may: 'user',
  use: sees('card'),
  body: ById,
  answer: Card,
})
export const cardSet = endpoint({
  path: '/card/set',
  subject,
  may: 'operator',
  use: sets('card'),
  summary: 'Add a card (id null) or change one',
  body: Type.Object(
    {
      id: Nullable(Id),
      code: Optional(Type.String({ minLength: 1, maxLength: 20 })),
      name: Optional(Nullable(Type.String({ maxLength: 120 }))),
      label: Optional(Nullable(Type.String({ maxLength: 120 }))),
      description: Optional(Nullable(Type.String({ maxLength: 2000 }))),
      typecode: Optional(Type.String({ minLength: 1, maxLength: 60 })),
      client: Optional(Nullable(Id)),
      /** User name of the driver to whom the card belongs; null: none. */
      driver: Optional(Nullable(Type.String({ maxLength: 256 }))),
      tags: Optional(Tags),
      expiry: Optional(Nullable(Instant)),
      parentcode: Optional(Nullable(Type.String({ maxLength: 20 }))),
      tokentype: Optional(Nullable(Words(tokenTypes))),
      maxtransactions: Optional(Type.Integer({ minimum: 0, maximum: 1000 })),
      /** For optimistic locking: 409 if another user has changed the card since this number was read. */
      version_no: Optional(Int),
    },
    closed,
  ),
  answer: Card,
})
export const driverCardAdd = endpoint({
  path: '/driver/card/add',
  subject,
  may: 'user',
  use: creates('card', ['driver']),
  names: 'nothing',
  maxPerMinute: 10,
  summary: 'Add an own card. An operator has to enable it before it can be used',
  body: Type.Object(
    {
      code: Type.String({ minLength: 4, maxLength: 20 }),
      name: Optional(Nullable(Type.String({ maxLength: 120 }))),
      typecode: Optional(Words(cardTypes)),
    },
    closed,
  ),
  answer: Card,
})
const cardImport = importEndpoints('card', { subject, many: 'cards' })
export const cardImportCheck = cardImport.check
export const cardImportRun = cardImport.run
export const cardAction = endpoint({
  path: '/card/action',
  subject,
  may: 'operator',
  use: acts('card'),
  summary: 'Enable, disable (block), delete or restore a card',
  body: Type.Object({ id: Id, action: Words(['enable', 'disable', 'delete', 'restore'] as const) }, closed),
  answer: Card,
})
export const cardType = typeEndpoint('card', { subject })
/** Why a rule that selects the card does or does not count. */
export const ruleOutcomes = ['decides', 'overridden', 'other_time', 'other_place'] as const
export const cardCheck = endpoint({
  path: '/card/check',
  subject,
  may: 'operator',
  use: sees('card'),
  summary:
    'Check if a card could start charging at a station, with the access rules that select it; changes nothing',
  body: Type.Object(
    {
      id: Id,
      station: Id,
      /** Absent: any connector of the station. */
      connectorid: Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
      /** Now, if absent. */
      datetime: Optional(Instant),
    },
    closed,
  ),
  answer: Type.Object({
    datetime: Instant,
    /** Time zone of the station; null: UTC. */
    timezone: Nullable(Text),
    status: Words(cardVerdicts),
    /** Connector that the rules are about. */
    connectorid: Nullable(Int),
    /** True if a rule that the caller may not see refuses the card. */
    hiddenrule: Type.Boolean(),
    /** The client of the card pays in advance, and its balance does not cover a start. */
    balancetoolow: Type.Boolean(),
    /** Rules that select the card, those that count first. */
    rules: Type.Array(
      Type.Object({
        id: Id,
        code: Text,
        label: Text,
        effect: Words(['allow', 'deny'] as const),
        outcome: Words(ruleOutcomes),
      }),
    ),
  }),
})
const UnknownTag = Type.Object({
  code: Text,
  identity: Text,
  first: Instant,
  last: Instant,
  count: Int,
  lookslike: Nullable(Text),
})
export const unknownTags = endpoint({
  path: '/card/unknown/list',
  subject,
  summary: 'Tags that stations reported and that belong to no card',
  may: 'operator',
  use: sees('card'),
  body: ListQuery,
  answer: Type.Array(UnknownTag),
})

/** Card of a list entry, with its authorization status if it is not charging anywhere. */
const ListedCard = Type.Object({
  id: Id,
  name: Nullable(Text),
  status: Words(['Accepted', 'Blocked', 'Expired', 'Invalid'] as const),
  expiry: Nullable(Instant),
  parentcode: Nullable(Text),
})
const LocalListEntry = Type.Object({
  code: Text,
  status: Nullable(Text),
  expiry: Nullable(Instant),
  parentcode: Nullable(Text),
  /** Null if the account has no such card. */
  card: Nullable(ListedCard),
})
/** Setting of a station: as its account, or its own. */
export const automaticModes = ['account', 'on', 'off'] as const
const LocalListSync = Type.Object({
  automatic: Words(automaticModes),
  /** Null if the list is not generated. */
  state: Nullable(Words(localListStates)),
  /** Entries of the generated list, and further cards for which the station has no space. */
  entries: Nullable(Int),
  omitted: Nullable(Int),
  versionsent: Nullable(Int),
  sent: Nullable(Instant),
  versionconfirmed: Nullable(Int),
  confirmed: Nullable(Instant),
  outdatedsince: Nullable(Instant),
  attempted: Nullable(Instant),
  nextattempt: Nullable(Instant),
  /** Why the last attempt failed, as an error of the interface. */
  error: Nullable(
    Type.Object({
      code: Text,
      params: Nullable(Type.Record(Type.String(), Type.Union([Text, Type.Number()]))),
    }),
  ),
})
export const LocalList = Type.Object({
  stationid: Id,
  identity: Text,
  version: Int,
  updated: Nullable(Instant),
  maxlength: Nullable(Int),
  sync: LocalListSync,
  entries: Type.Array(LocalListEntry),
  /**
   * Accepted cards of the station's account that are missing in the list: the first 100 by code, and their
   * number.
   */
  missing: Type.Array(Type.Object({ id: Id, code: Text, name: Nullable(Text) })),
  missingcount: Int,
})
export const localListGet = endpoint({
  path: '/local_list/get',
  subject,
  compressed: true,
  summary: 'The known local list of a station, compared with the cards of its account',
  may: 'operator',
  use: sees('card', stationAreas),
  body: JustId,
  answer: LocalList,
})

export const localListValid = endpoint({
  path: '/local_list/valid',
  subject,
  compressed: true,
  summary: 'The cards that may charge at a station at any time, as many as it accepts in one SendLocalList',
  may: 'operator',
  use: sees('card', stationAreas),
  body: JustId,
  answer: Type.Object({
    /** For the next list: the version at the station and one; null: unknown. */
    version: Nullable(Int),
    entries: Type.Array(
      Type.Object({ code: Text, status: Text, expiry: Nullable(Instant), parentcode: Nullable(Text) }),
    ),
    /** Further cards that may charge at the station and for which its list or one message has no space. */
    omitted: Int,
  }),
})

export const localListSet = endpoint({
  path: '/local_list/set',
  subject,
  compressed: true,
  summary:
    'Generate the local list of a station from cards and access rules, or not; without a mode it is compared and sent again now',
  may: 'operator',
  use: updates('charge_point', stationAreas),
  body: Type.Object({ id: Id, automatic: Optional(Words(automaticModes)) }, closed),
  answer: LocalList,
})
