import type { Endpoint } from '@stationmaster/contract'

/** Matches the names of endpoints that only read; any other is assumed to change something. */
const reading =
  /\/(list|check|compare|count|sum|totals|valid|figures|power|assignees|targets|get|type|class|own|state|states|cost|recompute|map|cells|series|histogram|link|geolocation|file|explain|preview|price|verify|whoami|search|select|method|health|activity|terms|dry-run|ChargePointList|TransactionList|ReservationList)$/

/**
 * Returns true if an endpoint changes nothing, by its name; `/method/run` runs a method, `/card/method` lists
 * them.
 */
export const isReading = (row: Pick<Endpoint, 'path' | 'method'>): boolean =>
  row.method === 'GET' || reading.test(row.path)

const ownTree = 'the tree of a user is private; that of the installation is recorded (registry.test.ts)'
const notHere = (test: string) => `the sample data do not allow it; ${test} checks the entry`

/** Endpoints that leave no entry in the audit trail when the access matrix calls them, with the reason. */
export const unrecorded: Readonly<Record<string, string>> = {
  token: 'opens a session, which is a row itself; refused requests are in the event log',
  signIn: 'opens a session as the token endpoint does',
  signOut: 'ends the session of the caller, whose row has the time and the reason',
  sessionProve: 'proves the identity, and changes nothing',
  sessionAuthorize: 'a code valid for a minute, for a session of the user',
  liveTicket: 'a ticket valid for seconds, for a session of the user',
  totpBegin: 'a secret that is active once it is confirmed, which is recorded',
  emailRequest: 'sends a mail, which is a row itself',
  passwordRecovery: 'sends a mail, which is a row itself; nothing changes until its link is used',
  signUp: 'recorded when the email is confirmed; before, any caller could fill the trail',
  incidentNotificationTest: 'sends the caller a test message, which is a row itself',
  noticeMark: 'the read state of a user’s own notices',
  noticeDelete: 'the deletion of a user’s own notices',
  noticePushAdd: 'a device of the user, which ends with the login session',
  noticePushDelete: 'a device of the user, as above',
  noticePushSet: 'which notices the own devices show',
  driverCarLeave: notHere('car-drivers.test.ts'),
  driverChargeStart: notHere('driver.test.ts'),
  driverChargeStop: notHere('driver.test.ts'),
  driverPaymentCreate: notHere('driver-money.test.ts'),
  driverFavouriteSet: 'the favourite places of a user, which only that user notices',
  driverQueueJoin:
    'the own place in a queue, which ends within hours; commands that follow are in the OCPP log',
  driverReservationCreate: notHere('driver-reservation.test.ts'),
  driverReservationCancel: notHere('driver-reservation.test.ts'),
  driverQueueLeave: 'the own place in a queue, as above',
  driverQueueBack: 'the own place in a queue, as above',
  driverReportSend: 'a report is a row itself, with its driver, and an incident follows from it',
  guestStationReport: 'writes a notice, which is a row itself',
  guestChargeReserve: 'of a guest, whose charge and payment are rows themselves',
  guestChargeStart: 'of a guest, whose start is a row itself',
  guestChargeStop: 'of a guest, whose command is a row itself',
  guestChargeRelease: 'of a guest, whose charge has the time',
  guestChargeMail: 'sends a mail, which is a row itself',
  guestLabelPrint: 'stores the hash of a code, which follows from the connector',
  guestCodeRenew: notHere('guest-labels.test.ts'),
  savedViewDefault: 'the view with which a user opens a list, which only that user notices',
  registrySet: ownTree,
  registryRename: ownTree,
  registryDelete: ownTree,
  registryKeySet: ownTree,
  registryKeyMove: ownTree,
  registryKeyDelete: ownTree,
  incidentEscalationSet: notHere('incident-escalation.test.ts'),
  sessionEndOthers: notHere('sessions.test.ts'),
  emailConfirm: notHere('sign-up.test.ts'),
  passwordReset: notHere('recovery.test.ts'),
  setupAdministrator: notHere('setup.test.ts'),
  totpConfirm: notHere('totp.test.ts'),
  totpRemove: notHere('totp.test.ts'),
  adminUserTotpRemove: notHere('totp.test.ts'),
  invoiceDraft: notHere('invoices.test.ts'),
  ownerStatementCreate: notHere('owner-statements.test.ts'),
  ownerStatementPay: notHere('owner-statements.test.ts'),
  paymentCreate: notHere('payments.test.ts'),
  paymentEvent: 'a message of a provider, which is a row itself; what follows from it is in the ledger',
  tariffVersionClone: notHere('tariffs.test.ts'),
  bulkRunStart: notHere('bulk-runs.test.ts'),
  connectorStart: notHere('remote-start-rights.test.ts'),
  connectorStop: notHere('remote-start-rights.test.ts'),
  connectorReserve: notHere('remote-start-rights.test.ts'),
  connectorReserveCancel: notHere('remote-start-rights.test.ts'),
  connectorRemove: notHere('running-limit.test.ts'),
  stationDisconnect: notHere('web-stations.test.ts'),
  vendorDelete:
    'recorded by the same function as the other references; a vendor that has models cannot be deleted',
}
