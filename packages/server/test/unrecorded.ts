import type { Endpoint } from '@stationmaster/contract'

/** Matches the names of endpoints that only read; any other is assumed to change something. */
const reading =
  /\/(list|count|sum|get|type|class|own|state|states|map|cells|series|link|geolocation|file|explain|preview|verify|whoami|search|method|health|activity|terms|dry-run|ChargePointList|TransactionList|ReservationList)$/

/**
 * Returns true if an endpoint changes nothing, by its name; `/method/run` runs a method, `/card/method` lists
 * them.
 */
export const isReading = (row: Pick<Endpoint, 'path' | 'method'>): boolean =>
  row.method === 'GET' || reading.test(row.path)

const ownTree =
  'a person’s own tree is nobody else’s business; the installation’s is recorded (registry.test.ts)'
const notHere = (test: string) => `the household does not get so far; ${test} shows the entry`

/** Endpoints that leave no entry in the audit trail when the access matrix calls them, with the reason. */
export const unrecorded: Readonly<Record<string, string>> = {
  token: 'opens a session, which is a row of its own; what is refused is in the event log',
  signIn: 'opens a session as the token endpoint does',
  signOut: 'ends the session it is called with, whose row says when and why',
  sessionProve: 'shows who is there, and changes nothing',
  sessionAuthorize: 'a code of a minute for a session that the person has',
  liveTicket: 'a ticket of seconds for a session that the person has',
  totpBegin: 'a secret that counts once it is confirmed, which is recorded',
  emailRequest: 'sends a mail, which is a row of its own',
  passwordRecovery: 'sends a mail, which is a row of its own; nothing is changed until it is answered',
  signUp: 'recorded when the e-mail is confirmed; before, anybody could fill the trail',
  noticeMark: 'what a person has read of their own notices',
  noticeDelete: 'what a person keeps of their own notices',
  registrySet: ownTree,
  registryRename: ownTree,
  registryDelete: ownTree,
  registryKeySet: ownTree,
  registryKeyMove: ownTree,
  registryKeyDelete: ownTree,
  sessionEndOthers: notHere('sessions.test.ts'),
  emailConfirm: notHere('sign-up.test.ts'),
  passwordReset: notHere('recovery.test.ts'),
  setupAdministrator: notHere('setup.test.ts'),
  totpConfirm: notHere('totp.test.ts'),
  totpRemove: notHere('totp.test.ts'),
  adminUserTotpRemove: notHere('totp.test.ts'),
  connectorRemove: notHere('running-limit.test.ts'),
  stationDisconnect: notHere('web-stations.test.ts'),
  vendorDelete: 'as the other references, all by one function; a vendor that has models is not deleted',
}
