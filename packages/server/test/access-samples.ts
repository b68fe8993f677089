import { type Endpoint, namesOf, type ReferenceKind, referenceFields } from '@stationmaster/contract'
import type { TSchema } from 'typebox'
import { newId } from '../src/shared/ids.ts'
import { type SampleData, referenceOf } from './sample-ids.ts'
import { password } from './test-server.ts'

/** How a request names objects of the sample data. */
export interface Sample {
  body?: (dataset: SampleData) => Record<string, unknown>
  path?: (dataset: SampleData) => string
  /** It ends the login session of the caller, or changes how its user signs in: it gets a separate caller. */
  isApart?: true
  /** Expected status where the table says `served`, if not 200: the sample data do not allow more. */
  status?: 400 | 401 | 403 | 409 | 503
  /** The list is empty for its owner, too: the sample data contain nothing of the kind. */
  isBare?: true
}

/** File with one new object, named in the column. */
const imported = (column: string) => () => ({
  data: Buffer.from(`${column}\n${newId().slice(-20)}\n`).toString('base64'),
})

/** The object of the sample data that an `id` means, by the prefix of the path; the longest match wins. */
const idPrefixes: readonly (readonly [string, keyof SampleData])[] = [
  ['/charge_point/', 'station'],
  ['/charge_point/transaction/', 'transaction'],
  ['/charge_point/unmatched/', 'unmatchedMessage'],
  ['/charge_point/certificate/', 'certificate'],
  ['/charge_point/root/', 'root'],
  ['/charge_point/security_event/', 'securityEvent'],
  ['/admin/authority/', 'authority'],
  ['/charge_point/reservation/', 'reservation'],
  ['/connector/', 'connector'],
  ['/connection_attempt/', 'attempt'],
  ['/object/', 'station'],
  ['/object/list', 'thing'],
  ['/object/count', 'thing'],
  ['/object/get', 'thing'],
  ['/object/set', 'thing'],
  ['/method/', 'thing'],
  ['/card/', 'card'],
  ['/client/', 'client'],
  ['/site/', 'site'],
  ['/access_rule/', 'accessRule'],
  ['/tariff/', 'tariff'],
  ['/tariff/select', 'station'],
  ['/client_group/', 'clientGroup'],
  ['/car/', 'car'],
  ['/transaction/', 'charge'],
  ['/seller/', 'seller'],
  ['/invoice/', 'invoice'],
  ['/owner_statement/', 'ownerStatement'],
  ['/payment/', 'payment'],
  ['/transaction/rating/', 'rating'],
  ['/account/', 'ledgerAccount'],
  ['/account/open', 'client'],
  ['/order/', 'order'],
  ['/incident/', 'incident'],
  ['/incident/delivery/', 'delivery'],
  ['/bulk_run/', 'bulkRun'],
  ['/bulk_run/item/', 'bulkItem'],
  ['/local_list/', 'station'],
  ['/command/', 'command'],
  ['/reservation/', 'reservation'],
  ['/charging_profile/', 'profile'],
  ['/transfer/', 'transfer'],
  ['/ocpp/log/', 'log'],
  ['/activity/', 'event'],
  ['/availability/', 'station'],
  ['/availability/exclusion/', 'exclusion'],
  ['/availability/target/', 'site'],
  ['/note/list', 'station'],
  ['/note/', 'note'],
  ['/saved_view/', 'savedView'],
  ['/driver/car/', 'car'],
  ['/driver/place/', 'station'],
  ['/driver/charge/', 'driverCharge'],
  ['/driver/queue/', 'station'],
  ['/driver/reservation/', 'driverCharge'],
  ['/driver/invoice/', 'invoice'],
  ['/driver/payment/', 'payment'],
  ['/driver/report/', 'problemReport'],
  ['/guest/code/', 'station'],
  ['/session/', 'session'],
  ['/user/identity/', 'link'],
  ['/admin/user/', 'user'],
  ['/admin/member/', 'user'],
  ['/admin/group/', 'group'],
  ['/admin/session/', 'session'],
  ['/admin/mail/', 'mail'],
  ['/admin/post/', 'post'],
  ['/admin/api/log/', 'entry'],
  ['/admin/event/log/', 'entry'],
  ['/admin/audit/', 'entry'],
  ['/resource/', 'resource'],
  ['/workflow/class/', 'classCode'],
  ['/workflow/type/', 'typeOfClass'],
  ['/workflow/state/', 'stateOfClass'],
  ['/workflow/action/', 'action'],
  ['/workflow/method/', 'method'],
  ['/workflow/transition/', 'transition'],
  ['/workflow/event/', 'eventOfClass'],
]

/**
 * References belong to no account: a request uses an existing one. A vendor that has a model cannot be
 * deleted.
 */
const ofReferences = (Object.keys(referenceFields) as ReferenceKind[]).flatMap((kind) => {
  const sample: Sample = { body: (dataset) => ({ id: referenceOf(dataset, kind) }) }
  const set: Sample = { body: (dataset) => ({ id: referenceOf(dataset, kind), description: 'mine now' }) }
  const deleted: Sample = kind === 'vendor' ? { ...sample, status: 400 } : sample
  return [
    [`${kind}Get`, sample],
    [`${kind}Set`, set],
    [`${kind}Delete`, deleted],
  ] as const
})

const inMonth = () => ({ month: new Date().toISOString().slice(0, 7), definition: 'afir' as const })
const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const onDays = () => ({ from: dayFromNow(-30), to: dayFromNow(1) })
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()
/** A different account for each request, so that each is a change. */
let bankAccount = 532_013_000
const nextIban = (): string => {
  bankAccount += 1
  const account = `37040044${String(bankAccount).padStart(10, '0')}`
  // D is 13 and E is 14
  const check = 98n - (BigInt(`${account}131400`) % 97n)
  return `DE${String(check).padStart(2, '0')}${account}`
}
/** A code or secret that does not exist. */
const guestCode = 'x'.repeat(32)
/** A different amount for each request, so that each is a change. */
let guestAmount = 0
/** A different month for each request, so that each is a change. */
let yearMonth = 0
/** A different limit for each request, so that each is a change; the default is less. */
let minutesOffline = 1000
const inJournal: Sample = { body: ({ entry, word }) => ({ text: word, filter: { id: entry } }) }
const ofIdentity: Sample = { body: ({ identity }) => ({ identity }) }
const ofOwnSettings = (more: object = {}): Sample => ({
  body: ({ word }) => ({ root: 'CURRENT_USER', path: word, ...more }),
})
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/**
 * Requests that path and schema do not determine: keys beside the `id`, references that are not an `id`, and
 * what the sample data do not allow. Without an entry a request has its `id` (or its filter by it) and the
 * minimum of its schema.
 */
export const samples: Record<string, Sample> = {
  token: { status: 400 },
  signIn: { status: 401 },
  ...Object.fromEntries(ofReferences),
  signOut: { isApart: true },
  sessionEndOthers: { isApart: true },
  // no client is configured
  sessionAuthorize: { status: 403 },
  sessionProve: { body: () => ({ password }) },
  totpBegin: { isApart: true },
  totpConfirm: { isApart: true, status: 400 },
  totpRemove: { isApart: true, status: 400 },
  signUp: { body: () => ({ username: newId(), email: `${newId()}@people.example`, password }) },
  driverCardAdd: { isApart: true, body: () => ({ code: newId().slice(-20) }) },
  userDataDelete: { isApart: true },
  userPassword: { isApart: true, body: () => ({ oldpass: password, newpass: 'a quiet harbour 7' }) },
  userProfileSet: { body: () => ({ picture: dot }) },
  setupAdministrator: { status: 400 },
  stationCells: { body: ({ station }) => ({ filter: { id: station }, box: [-180, -90, 180, 90], zoom: 3 }) },
  stationGroups: {
    body: ({ station }) => ({ filter: { id: station }, by: 'network', keys: [null] }),
  },
  setLocale: { body: () => ({ code: 'nl' }) },
  userSet: { body: () => ({ firstname: newId() }) },
  accountSet: { body: () => ({ name: newId() }) },
  accountQuotaGet: { body: ({ accountId }) => ({ accountid: accountId }) },
  accountQuotaSet: { body: ({ accountId }) => ({ accountid: accountId, maxcards: 90_000 }) },
  stationService: { body: ({ station }) => ({ id: station, outofservice: { reason: 'mine now' } }) },
  savedViewSet: { body: ({ savedView }) => ({ id: savedView, search: 'q=mine' }) },
  noteSet: { body: ({ note }) => ({ id: note, text: 'mine now' }) },
  localListSet: { body: ({ station }) => ({ id: station, automatic: 'on' }) },
  certificateAuthorityRetire: { body: ({ authority }) => ({ id: authority, force: true }) },
  stationCertificateRevoke: { body: ({ certificate }) => ({ id: certificate, reason: 'mine now' }) },
  stationLowerProfile: { body: ({ station }) => ({ id: station, profile: 0, reason: 'mine now' }) },
  stationOpen: { body: ({ station }) => ({ id: station, until: inAnHour() }) },
  adminUserSet: { body: ({ user }) => ({ id: user, firstname: 'mine now' }) },
  adminUserIpTableSet: { body: ({ user }) => ({ id: user, denied: ['192.0.2.7'] }) },
  workflowTransitionSet: {
    body: ({ transition: id, stateOfClass: stateid }) => ({ id, stateid, version_no: 1 }),
  },
  stationSet: { body: ({ station }) => ({ id: station, label: 'mine now' }) },
  cardCheck: { body: ({ card, station }) => ({ id: card, station }) },
  clientAccountLimit: { body: ({ ledgerAccount }) => ({ id: ledgerAccount, creditlimit: '12.34' }) },
  clientAccountAdjust: {
    body: ({ ledgerAccount }) => ({ id: ledgerAccount, amount: '1.00', reason: 'mine now' }),
  },
  sellerSet: { body: ({ seller }) => ({ id: seller, label: 'mine now' }) },
  // the client has no charges in this period
  invoiceDraft: {
    body: ({ client }) => ({ client, periodfrom: '2020-01-01', periodto: '2020-01-31' }),
    status: 400,
  },
  tariffCompare: { body: ({ tariff }) => ({ id: tariff, month: inMonth().month }) },
  // no provider is active
  paymentCreate: {
    body: ({ client }) => ({ id: newId(), client, amount: '5.00', provider: 'offline' }),
    status: 400,
  },
  driverPaymentCreate: { body: ({ invoice }) => ({ id: newId(), invoice, provider: 'offline' }) },
  // not signed
  paymentEvent: { status: 400 },
  tariffSet: { body: ({ tariff }) => ({ id: tariff, label: 'mine now' }) },
  tariffVersionSet: {
    body: ({ tariff }) => ({
      id: tariff,
      definition: {
        currency: 'EUR',
        tax_included: 'YES',
        vat: 1900,
        elements: [{ price_components: [{ type: 'ENERGY', price: '0.55' }] }],
      },
    }),
  },
  tariffVersionActivate: { body: ({ tariff: id }) => ({ id }) },
  tariffVersionDelete: { body: ({ tariff: id }) => ({ id }) },
  // the tariff has a draft
  tariffVersionClone: { status: 409 },
  clientGroupSet: { body: ({ clientGroup }) => ({ id: clientGroup, label: 'mine now' }) },
  clientGroupMembers: { body: ({ clientGroup, client }) => ({ id: clientGroup, remove: [client] }) },
  tariffPrice: {
    body: () => ({
      zone: 'Europe/Berlin',
      tariff: {
        currency: 'EUR',
        tax_included: 'YES',
        vat: 1900,
        elements: [{ price_components: [{ type: 'ENERGY', price: '0.49' }] }],
      },
    }),
  },
  accessRuleSet: { body: ({ accessRule }) => ({ id: accessRule, label: 'mine now' }) },
  siteSet: { body: ({ site }) => ({ id: site, label: 'mine now' }) },
  incidentRuleSet: { body: () => ({ rule: 'offline', limit: (minutesOffline += 1) }) },
  incidentEscalationSet: { body: () => ({ severity: 'major', minutes: null }) },
  // a change for each user: the default is true
  incidentNotificationSet: { body: () => ({ criticalpasses: false, quietfrom: null, quietto: null }) },
  incidentNotificationTest: { body: () => ({ channel: 'console' }) },
  incidentSnooze: { body: ({ incident }) => ({ id: incident, until: inAnHour() }) },
  carDriverAdd: { body: ({ car }) => ({ id: car, name: 'mine now' }) },
  carDriverDelete: { body: ({ car, carDriver }) => ({ id: car, driver: carDriver }) },
  carSet: { body: ({ car }) => ({ id: car, label: 'mine now' }) },
  clientSet: { body: ({ client }) => ({ id: client, name: 'mine now' }) },
  cardImportCheck: { body: imported('code') },
  cardImportRun: { body: imported('code') },
  clientImportCheck: { body: imported('name') },
  clientImportRun: { body: imported('name') },
  siteImportCheck: { body: imported('label') },
  siteImportRun: { body: imported('label') },
  stationImportCheck: { body: imported('identity') },
  stationImportRun: { body: imported('identity') },
  // bulk-runs.test.ts has what it does
  bulkRunStart: {
    body: ({ station }) => ({ classcode: 'charge_point', action: 'reset', filter: { id: station } }),
    status: 400,
  },
  cardSet: { body: ({ card }) => ({ id: card, name: 'mine now' }) },
  objectSet: { body: ({ thing }) => ({ id: thing, label: 'mine now' }) },
  methodRun: { body: ({ thing }) => ({ id: thing, code: 'disable' }) },
  workflowEventDryRun: { body: ({ thing }) => ({ object: thing, script: 'log(1)' }) },
  workflowPreview: { body: () => ({ class: 'card' }) },
  cardAction: { body: ({ card }) => ({ id: card, action: 'disable' }) },
  stationDisconnect: { status: 400 },
  connectorRemove: { status: 400 },
  // no station is connected
  connectorReserve: { body: ({ freeConnector }) => ({ id: freeConnector, card: 'TAG' }), status: 503 },
  connectorStart: { body: ({ freeConnector }) => ({ id: freeConnector, card: 'TAG' }), status: 503 },
  driverReservationCreate: {
    body: ({ freeConnector, card }) => ({ id: newId(), connector: freeConnector, card }),
    status: 400,
  },
  driverChargeStart: {
    body: ({ freeConnector, card }) => ({ id: newId(), connector: freeConnector, card }),
    status: 400,
  },
  // no connector works
  noticePushAdd: {
    body: () => ({
      endpoint: 'https://fcm.googleapis.com/fcm/send/sample',
      // of RFC 8291, appendix A
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    }),
  },
  driverQueueJoin: { body: ({ station }) => ({ id: station }), status: 400 },
  driverFavouriteSet: { body: ({ station }) => ({ id: station, favourite: true }) },
  driverReportSend: {
    body: ({ freeConnector }) => ({ id: newId(), connector: freeConnector, category: 'other' }),
  },
  driverReportFileSet: {
    body: ({ problemReport }) => ({ id: problemReport, name: 'mine.png', data: dot }),
  },
  driverChargeEnd: { body: ({ transaction }) => ({ session: transaction }) },
  driverChargeStop: { body: ({ transaction }) => ({ session: transaction }), status: 400 },
  // what guests see depends on codes and links, which the sample data have not: guests.test.ts
  guestStation: { body: () => ({ code: guestCode }), status: 400 },
  guestStationReport: { body: () => ({ code: guestCode }), status: 400 },
  guestChargeReserve: {
    body: () => ({ id: newId(), code: guestCode, amount: '15.00', locale: 'en' }),
    status: 400,
  },
  guestChargeGet: { body: () => ({ secret: guestCode }), status: 400 },
  guestChargeSigned: { body: () => ({ secret: guestCode }), status: 400 },
  guestChargeStart: { body: () => ({ secret: guestCode, id: newId() }), status: 400 },
  guestChargeStop: { body: () => ({ secret: guestCode }), status: 400 },
  guestChargeRelease: { body: () => ({ secret: guestCode }), status: 400 },
  guestChargeMail: { body: () => ({ secret: guestCode, email: 'a@example.org' }), status: 400 },
  guestSettingsSet: {
    body: () => ({ isenabled: false, currency: 'EUR', amounts: [String((guestAmount += 1))] }),
  },
  // the stations of the sample data are not public
  guestLabelPrint: { body: () => ({ stations: [newId()], locale: 'en' }), status: 400 },
  guestCodeRenew: { status: 400 },
  connectorStop: { status: 503 },
  connectorReserveCancel: { status: 503 },
  objectFileSet: { body: ({ station }) => ({ id: station, name: 'mine.png', data: dot }) },
  objectFileDelete: { body: ({ station, file }) => ({ id: station, file }) },
  transactionGet: { body: ({ transaction }) => ({ id: transaction }) },
  signedValueList: { body: ({ station }) => ({ filter: { stationid: station } }), isBare: true },
  meterValueList: { body: ({ station }) => ({ filter: { stationid: station } }), isBare: true },
  meterSeries: { body: ({ runningNumber }) => ({ transactionid: runningNumber }) },
  unmatchedResolve: { body: ({ unmatchedMessage }) => ({ id: unmatchedMessage, action: 'dismiss' }) },
  unmatchedGet: { body: ({ unmatchedMessage }) => ({ id: unmatchedMessage }) },
  centralTransactions: ofIdentity,
  centralReservations: ofIdentity,
  // no station is connected
  chargePointList: { ...ofIdentity, isBare: true },
  unknownTags: { body: ({ word }) => ({ filter: { code: `${word}-X` } }) },
  commandSend: { body: ({ identity }) => ({ identities: [identity], action: 'ClearCache', payload: {} }) },
  chargePointCommand: {
    body: () => ({ type: 'Soft' }),
    path: ({ identity }) => `/ChargePoint/${encodeURIComponent(identity)}/Reset`,
    status: 503,
  },
  siteFileSet: { body: ({ site }) => ({ id: site, name: 'mine.png', data: dot }) },
  clientFileSet: { body: ({ client }) => ({ id: client, name: 'mine.png', data: dot }) },
  clientFileDelete: { body: ({ client, clientFile }) => ({ id: client, file: clientFile }) },
  siteFileDelete: { body: ({ site, siteFile }) => ({ id: site, file: siteFile }) },
  profileSet: { body: ({ profile }) => ({ id: profile, description: 'mine now' }) },
  activityList: { body: ({ station }) => ({ stationid: station }) },
  activityHistogram: {
    body: ({ station }) => ({
      stationid: station,
      from: new Date(Date.now() - 3_600_000).toISOString(),
      to: inAnHour(),
    }),
  },
  reportList: { body: ({ client }) => ({ ...onDays(), client, by: 'client' }) },
  reportSum: { body: ({ client }) => ({ ...onDays(), client }) },
  ownerStatementList: { body: ({ client }) => ({ owner: client }) },
  // the sample data have no shares, and the owner no bank account
  ownerStatementCreate: { body: () => ({ month: '2026-01' }) },
  ownerStatementPay: { status: 400 },
  ownerBankSet: { body: ({ client }) => ({ owner: client, iban: nextIban(), holder: 'mine now' }) },
  accountingSet: {
    body: () => {
      yearMonth = (yearMonth % 12) + 1
      return { consultant: 1001, client: 1, yearmonth: yearMonth, codelength: 4, timezone: 'UTC', codes: [] }
    },
  },
  accountingFile: { body: () => ({ month: '2020-01' }) },
  availabilityList: { body: ({ station }) => ({ ...inMonth(), stationid: station }) },
  availabilityFigures: { body: ({ station }) => ({ ...inMonth(), stationid: station }) },
  availabilityGet: { body: ({ station }) => ({ ...inMonth(), id: station, connectorid: 1 }) },
  exclusionList: { body: ({ station }) => ({ month: inMonth().month, stationid: station }) },
  exclusionSet: {
    body: ({ exclusion }) => ({
      id: exclusion,
      reason: 'vandalism',
      description: 'mine now',
      evidence: 'mine',
      from: new Date().toISOString(),
      to: inAnHour(),
    }),
  },
  exclusionFileSet: { body: ({ exclusion }) => ({ id: exclusion, name: 'mine.png', data: dot }) },
  exclusionFileDelete: { body: ({ exclusion, exclusionFile }) => ({ id: exclusion, file: exclusionFile }) },
  availabilityTargetSet: { body: ({ site }) => ({ site, target: 98 }) },
  search: { body: ({ identity }) => ({ text: identity }) },
  apiLogSearch: inJournal,
  eventLogSearch: inJournal,
  auditSearch: inJournal,
  adminUserTotpRemove: { status: 400 },
  resourceDataSet: { body: ({ resource: id }) => ({ id, locale: 'en', text: 'mine now', version_no: 1 }) },
  registryList: ofOwnSettings(),
  registryGet: ofOwnSettings(),
  registrySet: { body: () => ({ root: 'CURRENT_USER', name: newId(), type: 'string', value: 'mine' }) },
  registryRename: ofOwnSettings({ name: 'colour', to: 'tint' }),
  registryDelete: ofOwnSettings({ name: 'colour' }),
  registryKeySet: { body: () => ({ root: 'CURRENT_USER', path: newId() }) },
  registryKeyMove: ofOwnSettings({ to: 'elsewhere' }),
  registryKeyDelete: ofOwnSettings(),
  groupMemberAdd: { body: ({ group, user }) => ({ id: group, member: user }) },
  groupMemberDelete: { body: ({ group, user }) => ({ id: group, member: user }) },
  memberAdd: { body: ({ user, group }) => ({ id: user, group }) },
  memberDelete: { body: ({ user, group }) => ({ id: user, group }) },
  classAccessSet: { body: ({ user }) => ({ class: 'card', user, deny: { d: true } }) },
  methodAccessList: { body: () => ({ class: 'card' }) },
  methodAccessSet: {
    body: ({ user }) => ({ class: 'card', method: 'enable', user, deny: { x: true } }),
  },
  objectAccessList: { body: ({ card }) => ({ class: 'card', id: card }) },
  objectAccessSet: {
    body: ({ card, user }) => ({ class: 'card', id: card, user, deny: { u: true } }),
  },
  accessExplain: { body: ({ user }) => ({ class: 'card', user }) },
}

/** Returns the path below `/api/v1` and the body of a request. Throws if no sample says what it names. */
export function callOf(name: string, row: Endpoint, dataset: SampleData): { path: string; body: object } {
  const sample = samples[name]
  const path = sample?.path?.(dataset) ?? row.path
  if (sample?.body) return { path, body: sample.body(dataset) }
  const names = namesOf(row)
  if (names === 'nothing') return { path, body: least(row.body) as object }
  const kind = idPrefixes
    .filter(([start]) => row.path.startsWith(start))
    .sort(([a], [b]) => b.length - a.length)[0]?.[1]
  if (!kind) throw new Error(`${name} (${row.path}) names ${names}: add a sample to test/access-samples.ts`)
  const id = dataset[kind]
  if (names === 'rows') return { path, body: { filter: { id } } }
  const { properties = {} } = row.body as Shape
  // never changed since the sample data were created
  const version = 'version_no' in properties ? { version_no: 1 } : {}
  return { path, body: { ...(least(row.body) as object), ...another(row), id, ...version } }
}

/** Returns the fields that a request sets: the first of these values that its schema accepts. */
function another(row: Endpoint): object {
  const { properties = {} } = row.body as Shape
  const name = ['description', 'label', 'name'].find((word) => word in properties)
  return row.path.endsWith('/set') && name ? { [name]: 'mine now' } : {}
}

interface Shape {
  type?: string
  format?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Shape[]
  required?: string[]
  properties?: Record<string, Shape>
  items?: Shape
  minLength?: number
  minItems?: number
  minimum?: number
}

/** Returns the smallest value that a schema accepts. */
function least(schema: TSchema): unknown {
  const shape = schema as Shape // of JSON Schema
  if ('const' in shape) return shape.const
  if (shape.enum) return shape.enum[0]
  if (shape.anyOf) return shape.anyOf.some(({ type }) => type === 'null') ? null : least(shape.anyOf[0]!)
  switch (shape.type) {
    case 'object':
      return Object.fromEntries((shape.required ?? []).map((key) => [key, least(shape.properties![key]!)]))
    case 'array':
      return Array.from({ length: shape.minItems ?? 0 }, () => least(shape.items ?? {}))
    case 'string':
      if (shape.format === 'uuid') return newId()
      if (shape.format === 'date-time') return inAnHour()
      return 'x'.repeat(shape.minLength ?? 1)
    case 'boolean':
      return false
    case 'null':
      return null
    default:
      return Math.max(0, shape.minimum ?? 0)
  }
}
