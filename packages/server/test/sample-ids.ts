import { type ReferenceKind, referenceFields } from '@stationmaster/contract'
import { newId } from '../src/shared/ids.ts'
import { ownClass, type OwnClass } from './sample-classes.ts'

/** Ids of one object of each kind that an account can have, with a unique word in every text. */
export interface SampleData extends OwnClass {
  accountId: string
  /** Occurs in each text of the sample data: a response that contains it discloses some of that data. */
  word: string
  station: string
  identity: string
  /** The connector with the running transaction. */
  connector: string
  /** A connector that can be started and reserved. */
  freeConnector: string
  transaction: string
  number: number
  running: string
  runningNumber: number
  reservation: string
  card: string
  code: string
  client: string
  site: string
  /** A rule for the card. */
  accessRule: string
  /** A tariff of the client with an active version and a draft. */
  tariff: string
  /** A group with the client. */
  clientGroup: string
  /** A bulk run that is in progress, and its object. */
  bulkRun: string
  bulkItem: string
  car: string
  /** A person who may charge the car. */
  carDriver: string
  charge: string
  seller: string
  /** Issued to the client. */
  invoice: string
  /** Statement of the client as the owner of stations. */
  ownerStatement: string
  /** A transfer for the invoice. */
  payment: string
  rating: string
  /** The account of the client in the ledger, and a transfer to it. */
  ledgerAccount: string
  order: string
  /** An open incident of the station. */
  incident: string
  /** A notification of the incident. */
  delivery: string
  command: string
  /** An object of a class that an administrator added and all users may use. */
  thing: string
  transfer: string
  unmatchedMessage: string
  /** A rejected handshake of the station. */
  attempt: string
  certificate: string
  authority: string
  /** A root certificate of the station. */
  root: string
  securityEvent: string
  profile: string
  file: string
  /** A picture of the site. */
  siteFile: string
  clientFile: string
  log: string
  /** An event of the station. */
  event: string
  /** An exclusion of outages of the station. */
  exclusion: string
  /** A file of this exclusion. */
  exclusionFile: string
  /** A note about the station. */
  note: string
  /** A view of the caller, or a shared one of `user` if there is no caller. */
  savedView: string
  /** A start that the caller requested, or `user` if there is no caller. */
  driverCharge: string
  problemReport: string
  /** A user of the account who has never signed in. */
  user: string
  /** A login session of the caller, or of `user` if there is no caller. */
  session: string
  /** An account of an OpenID provider that the user signs in with. */
  link: string
  group: string
  mail: string
  post: string
  /** An entry of each journal. */
  entry: string
  resource: string
  /** Part of the ids of its references, one of each kind; only the first of several datasets has them. */
  reference: string
}

let numbers = 0
/** Returns the ids of a new set of sample data; its words begin with `prefix` and differ from call to call. */
export function newSampleData(accountId: string, prefix: string): SampleData {
  numbers += 10
  const word = `${prefix}${numbers}`
  const ids = {
    station: newId(),
    connector: newId(),
    freeConnector: newId(),
    transaction: newId(),
    running: newId(),
    reservation: newId(),
    exclusion: newId(),
    exclusionFile: newId(),
    note: newId(),
    savedView: newId(),
    driverCharge: newId(),
    problemReport: newId(),
    card: newId(),
    client: newId(),
    site: newId(),
    accessRule: newId(),
    tariff: newId(),
    clientGroup: newId(),
    car: newId(),
    carDriver: newId(),
    charge: newId(),
    seller: newId(),
    invoice: newId(),
    ownerStatement: newId(),
    payment: newId(),
    rating: newId(),
    ledgerAccount: newId(),
    order: newId(),
    incident: newId(),
    delivery: newId(),
    bulkRun: newId(),
    bulkItem: newId(),
    command: newId(),
    thing: newId(),
    transfer: newId(),
    unmatchedMessage: newId(),
    attempt: newId(),
    certificate: newId(),
    authority: newId(),
    root: newId(),
    securityEvent: newId(),
    profile: newId(),
    file: newId(),
    siteFile: newId(),
    clientFile: newId(),
    user: newId(),
    session: newId(),
    group: newId(),
    link: newId(),
    mail: newId(),
    post: newId(),
    entry: newId(),
    resource: newId(),
    reference: newId(),
    ...ownClass(word),
  }
  const known = { accountId, word, ...ids, identity: `${word}-CP`, code: `${word}-TAG` }
  return { ...known, number: numbers, runningNumber: numbers + 1, log: '', event: '' }
}

export const referenceKinds = Object.keys(referenceFields) as ReferenceKind[]

/** Returns the id of the reference of this kind in the sample data. */
export const referenceOf = ({ reference }: SampleData, kind: ReferenceKind): string =>
  `${reference.slice(0, -1)}${referenceKinds.indexOf(kind).toString(16)}`
