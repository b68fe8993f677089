import { Type, type TNull, type TOptional, type TProperties, type TUnion } from 'typebox'
import { allAreas, noClass, noClassIn } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import {
  ById,
  closed,
  Count,
  Done,
  Id,
  Instant,
  Int,
  ListQuery,
  Nullable,
  Optional,
  Text,
  Words,
} from './shapes.ts'

const subject = 'References'

/**
 * Created: reported by a station, visible to administrators only until enabled. Disabled: no longer offered;
 * objects that use it keep it.
 */
export const referenceStates = ['created', 'enabled', 'disabled'] as const

export const referenceLimits = { code: 60, name: 120, rowsOfKind: 5000 } as const

const shared = {
  id: Id,
  /** Unique within its kind (a model: within its vendor), ignoring case. */
  code: Text,
  name: Text,
  description: Nullable(Text),
  statecode: Words(referenceStates),
  created: Instant,
  lastupdate: Instant,
  version_no: Int,
}

type Shown<F extends TProperties> = { [K in keyof F]: TUnion<[F[K], TNull]> }
type Asked<F extends TProperties> = { [K in keyof F]: TOptional<TUnion<[F[K], TNull]>> }

/** Returns the members of `own` as nullable; the casts keep their names in the type. */
const shownOf = <F extends TProperties>(own: F) =>
  Object.fromEntries(Object.entries(own).map(([name, schema]) => [name, Nullable(schema)])) as Shown<F>
const askedOf = <F extends TProperties>(own: F) =>
  Object.fromEntries(
    Object.entries(own).map(([name, schema]) => [name, Optional(Nullable(schema))]),
  ) as unknown as Asked<F>

const Unit = Type.String({ maxLength: 20 })
const Watts = Type.Integer({ minimum: 0, maximum: 100_000_000 })

/** Fields of each kind in addition to code, name, description and state. */
export const referenceFields = {
  vendor: {},
  /** The vendor of a model cannot be changed. */
  model: { vendorid: Id },
  agent: {},
  /** ISO 4217: the code is the alphabetic one. */
  currency: {
    numeric: Type.String({ pattern: '^[0-9]{3}$' }),
    minorunits: Type.Integer({ minimum: 0, maximum: 4 }),
    symbol: Type.String({ maxLength: 8 }),
  },
  version: { subprotocol: Type.String({ maxLength: 40 }) },
  charger: {
    current: Words(['ac', 'dc', 'both'] as const),
    standard: Type.String({ maxLength: 80 }),
  },
  /** A time zone of the IANA database. */
  calendar: { timezone: Type.String({ maxLength: 60 }) },
  category: {},
  measure: { unit: Unit },
  /** Power in W: from (included) and to. */
  mode: { minpower: Watts, maxpower: Watts },
  network: { typecode: Words(['public', 'private'] as const) },
  /** ISO 3166-1, two letters. */
  region: { country: Type.String({ pattern: '^[A-Z]{2}$' }) },
  service: { unit: Unit },
} as const
export type ReferenceKind = keyof typeof referenceFields

/** Declares the five endpoints of one kind of reference, with the common, its own and the derived fields. */
function reference<K extends ReferenceKind, D extends TProperties = Record<never, never>>(
  kind: K,
  words: string,
  derived: D = {} as D,
) {
  const own = referenceFields[kind]
  const row = { ...shared, ...shownOf(own), ...derived }
  /**
   * `used`: number of objects that use it (null for other users than administrators); while in use it cannot
   * be deleted.
   */
  const whole = Type.Object({ ...row, used: Nullable(Int) })
  const names = 'nothing'
  return {
    list: endpoint({
      path: `/${kind}/list`,
      subject,
      summary: `References: ${words}`,
      may: 'user',
      use: noClassIn(allAreas),
      names,
      csv: true,
      body: ListQuery,
      answer: Type.Array(Type.Object(row)),
    }),
    count: endpoint({
      path: `/${kind}/count`,
      subject,
      summary: `How many ${words} match`,
      may: 'user',
      use: noClassIn(allAreas),
      names,
      body: ListQuery,
      answer: Count,
    }),
    get: endpoint({
      path: `/${kind}/get`,
      subject,
      summary: `One of the ${words}, and how often it is used`,
      may: 'user',
      use: noClassIn(allAreas),
      names,
      body: ById,
      answer: whole,
    }),
    set: endpoint({
      path: `/${kind}/set`,
      subject,
      summary: `Add (id null) or change one of the ${words}`,
      may: 'admin',
      use: noClass,
      names,
      body: Type.Object(
        {
          id: Nullable(Id),
          code: Optional(Type.String({ minLength: 1, maxLength: referenceLimits.code })),
          name: Optional(Type.String({ minLength: 1, maxLength: referenceLimits.name })),
          description: Optional(Nullable(Type.String({ maxLength: 2000 }))),
          statecode: Optional(Words(['enabled', 'disabled'] as const)),
          ...askedOf(own),
          version_no: Optional(Int),
        },
        closed,
      ),
      answer: whole,
    }),
    delete: endpoint({
      path: `/${kind}/delete`,
      subject,
      summary: `Delete one of the ${words} that nothing uses`,
      may: 'admin',
      use: noClass,
      names,
      body: Type.Object({ id: Id, version_no: Optional(Int) }, closed),
      answer: Done,
    }),
  }
}

const ofModel = { vendorcode: Nullable(Text), vendorname: Nullable(Text) }

/** Endpoint rows by kind. Each is also exported by its own name, like every endpoint. */
export const references = {
  vendor: reference('vendor', 'vendors of stations'),
  model: reference('model', 'models of stations', ofModel),
  agent: reference('agent', 'agents (what carries messages)'),
  currency: reference('currency', 'currencies'),
  version: reference('version', 'versions of OCPP'),
  charger: reference('charger', 'kinds of plugs'),
  calendar: reference('calendar', 'calendars'),
  category: reference('category', 'categories'),
  measure: reference('measure', 'measurands'),
  mode: reference('mode', 'charging modes'),
  network: reference('network', 'networks of stations'),
  region: reference('region', 'regions'),
  service: reference('service', 'services'),
}

export const {
  list: vendorList,
  count: vendorCount,
  get: vendorGet,
  set: vendorSet,
  delete: vendorDelete,
} = references.vendor
export const {
  list: modelList,
  count: modelCount,
  get: modelGet,
  set: modelSet,
  delete: modelDelete,
} = references.model
export const {
  list: agentList,
  count: agentCount,
  get: agentGet,
  set: agentSet,
  delete: agentDelete,
} = references.agent
export const {
  list: currencyList,
  count: currencyCount,
  get: currencyGet,
  set: currencySet,
  delete: currencyDelete,
} = references.currency
export const {
  list: versionList,
  count: versionCount,
  get: versionGet,
  set: versionSet,
  delete: versionDelete,
} = references.version
export const {
  list: chargerList,
  count: chargerCount,
  get: chargerGet,
  set: chargerSet,
  delete: chargerDelete,
} = references.charger
export const {
  list: calendarList,
  count: calendarCount,
  get: calendarGet,
  set: calendarSet,
  delete: calendarDelete,
} = references.calendar
export const {
  list: categoryList,
  count: categoryCount,
  get: categoryGet,
  set: categorySet,
  delete: categoryDelete,
} = references.category
export const {
  list: measureList,
  count: measureCount,
  get: measureGet,
  set: measureSet,
  delete: measureDelete,
} = references.measure
export const {
  list: modeList,
  count: modeCount,
  get: modeGet,
  set: modeSet,
  delete: modeDelete,
} = references.mode
export const {
  list: networkList,
  count: networkCount,
  get: networkGet,
  set: networkSet,
  delete: networkDelete,
} = references.network
export const {
  list: regionList,
  count: regionCount,
  get: regionGet,
  set: regionSet,
  delete: regionDelete,
} = references.region
export const {
  list: serviceList,
  count: serviceCount,
  get: serviceGet,
  set: serviceSet,
  delete: serviceDelete,
} = references.service
