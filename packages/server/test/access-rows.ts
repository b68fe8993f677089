import type { Household } from './household.ts'

/** How an endpoint names what belongs to a household: one object, or a list that is asked for it. */
export type Naming =
  | { object: (home: Household) => Record<string, unknown>; path?: (home: Household) => string }
  | { list: (home: Household) => Record<string, unknown> }
  /** It names nothing: the answer holds what is the caller's own, or nobody's. */
  | 'nothing'

const byId = (name: keyof Household, more: Record<string, unknown> = {}): Naming => ({
  object: (home) => ({ id: home[name], ...more }),
})
const listOf = (name: keyof Household, column = 'id'): Naming => ({
  list: (home) => ({ filter: { [column]: home[name] } }),
})
const ofIdentity: Naming = { list: ({ identity }) => ({ identity }) }
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Every endpoint. One that is not here fails the test: say what it names, and strangers are kept out of it. */
export const matrix: Record<string, Naming> = {
  token: 'nothing',
  whoami: 'nothing',
  classList: 'nothing',
  typeList: 'nothing',
  setLocale: 'nothing',
  signOut: 'nothing',
  setupState: 'nothing',
  setupAdministrator: 'nothing',
  liveTicket: 'nothing',
  stationList: listOf('station'),
  stationCount: listOf('station'),
  stationStatesCount: listOf('station'),
  stationMap: listOf('station'),
  stationGet: byId('station'),
  stationSet: byId('station', { label: 'mine now' }),
  stationAction: byId('station', { action: 'disable' }),
  stationKey: byId('station'),
  stationOpen: byId('station', { until: new Date(Date.now() + 3_600_000).toISOString() }),
  stationDisconnect: byId('station'),
  stationLink: 'nothing',
  stationType: 'nothing',
  stationConfiguration: byId('station'),
  stationDeviations: byId('station'),
  connectorList: listOf('connector'),
  connectorGet: byId('connector'),
  connectorSet: byId('connector', { label: 'mine now' }),
  connectorStart: byId('connector', { card: 'TAG' }),
  connectorStop: byId('connector'),
  connectorReserve: byId('connector', { card: 'TAG' }),
  connectorReserveCancel: byId('connector'),
  geolocation: byId('station'),
  geolocationSet: byId('station', { lat: 2, lng: 2 }),
  objectFiles: byId('station'),
  objectFileSet: byId('station', { name: 'mine.png', data: dot }),
  objectFileDelete: { object: ({ station, file }) => ({ id: station, file }) },
  transactionList: listOf('transaction'),
  transactionCount: listOf('transaction'),
  transactionGet: byId('transaction'),
  transactionSum: listOf('transaction'),
  meterValueList: listOf('station', 'stationid'),
  meterSeries: { object: ({ runningNumber }) => ({ transactionid: runningNumber }) },
  quarantineList: listOf('quarantine'),
  quarantineCount: listOf('quarantine'),
  quarantineSettle: byId('quarantine', { action: 'dismiss' }),
  transactionSettle: byId('transaction'),
  reservationList: listOf('reservation'),
  reservationCount: listOf('reservation'),
  centralTransactions: ofIdentity,
  centralReservations: ofIdentity,
  cardList: listOf('card'),
  cardCount: listOf('card'),
  cardGet: byId('card'),
  cardSet: byId('card', { name: 'mine now' }),
  cardAction: byId('card', { action: 'disable' }),
  cardType: 'nothing',
  unknownTags: { list: ({ word }) => ({ filter: { code: `${word}-X` } }) },
  localListGet: byId('station'),
  commandSend: {
    object: ({ identity }) => ({ identities: [identity], action: 'ClearCache', payload: {} }),
  },
  commandList: listOf('command'),
  commandCount: listOf('command'),
  commandGet: byId('command'),
  commandCancel: byId('command'),
  chargePointList: ofIdentity,
  chargePointCommand: {
    object: () => ({ type: 'Soft' }),
    path: ({ identity }) => `/api/v1/ChargePoint/${encodeURIComponent(identity)}/Reset`,
  },
  profileList: listOf('profile'),
  profileSet: byId('profile', { description: 'mine now' }),
  profileDelete: byId('profile'),
  transferList: listOf('transfer'),
  ocppLogList: listOf('log'),
  ocppLogGet: byId('log'),
  accountGet: 'nothing',
  accountSet: 'nothing',
  search: { list: ({ identity }) => ({ text: identity }) },
  demoRemove: 'nothing',
  demoState: 'nothing',
}
