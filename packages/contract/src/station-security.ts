import { Type } from 'typebox'
import { sees, updates } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import {
  Bool,
  closed,
  Count,
  Done,
  Id,
  Instant,
  Int,
  JustId,
  ListQuery,
  Nullable,
  Text,
  Words,
} from './shapes.ts'
import { Station } from './stations.ts'

const subject = 'Stations'

export const stationLowerProfile = endpoint({
  path: '/charge_point/profile',
  subject,
  may: 'admin',
  use: updates('charge_point'),
  fresh: true,
  summary:
    'Lower the security profile that the station must have at least, for example before its certificate is replaced by a key. The reason is stored in the audit trail',
  body: Type.Object(
    {
      id: Id,
      profile: Type.Integer({ minimum: 0, maximum: 2 }),
      reason: Type.String({ minLength: 3, maxLength: 300 }),
    },
    closed,
  ),
  answer: Station,
})

/**
 * States of a client certificate that this server has issued.
 *
 * - `issued`: waits until the station is connected
 * - `sent`: sent by CertificateSigned, without an answer so far
 * - `installed`, `rejected`: the answer of the station
 * - `superseded`: not accepted any more, because the station has connected with a newer one
 * - `revoked`: not accepted any more
 */
export const certificateStates = ['issued', 'sent', 'installed', 'superseded', 'rejected', 'revoked'] as const

/** States with their validity: `waiting` is issued or sent, `expiring` ends within 30 days. */
export const certificateValidities = [
  'waiting',
  'valid',
  'expiring',
  'expired',
  'superseded',
  'rejected',
  'revoked',
] as const

/**
 * Reasons for which a station got no new certificate.
 *
 * - `unsupported`: the station does not know ExtendedTriggerMessage; `rejected`: it rejected it
 * - `silent`: the station did not answer
 * - `not_requested`: the station accepted the request and has sent no certificate request
 * - `unreadable`, `signature`, `key`, `identity`, `organisation`: its certificate request was refused
 * - `no_key`: it was refused because the station is connected without a key
 * - `not_installed`: the station rejected the certificate
 */
export const renewalProblems = [
  'unsupported',
  'rejected',
  'silent',
  'not_requested',
  'unreadable',
  'signature',
  'key',
  'identity',
  'organisation',
  'no_key',
  'not_installed',
] as const
export type RenewalProblem = (typeof renewalProblems)[number]

export const stationSecurity = endpoint({
  path: '/charge_point/security/get',
  subject,
  summary:
    'What a station needs for security profiles 2 and 3: the port with TLS, the authority that issues certificates, and the newest request for one',
  may: 'operator',
  use: sees('charge_point'),
  body: JustId,
  answer: Type.Object({
    /** True if a gateway has a port with TLS. */
    tls: Bool,
    /** That port; null if the process that answers does not know it. */
    port: Nullable(Int),
    /** Authority that issues certificates; null before the first gateway with TLS has started. */
    authority: Nullable(Type.Object({ id: Id, name: Text, certificate: Text, validuntil: Instant })),
    /** Expiry of the newest certificate that the station has installed; null if none is valid. */
    validuntil: Nullable(Instant),
    /** Moment at which the station was last asked for a certificate request, or sent one that was refused. */
    asked: Nullable(Instant),
    /** Reason for which that has led to no certificate; null if it has, or may still do. */
    problem: Nullable(Words(renewalProblems)),
  }),
})

export const stationCertificateList = endpoint({
  path: '/charge_point/certificate/list',
  subject,
  summary:
    'Client certificates that this server has issued to stations; filter by `stationid` for one station',
  may: 'operator',
  use: sees('charge_point'),
  csv: true,
  body: ListQuery,
  answer: Type.Array(
    Type.Object({
      id: Id,
      stationid: Id,
      identity: Text,
      state: Words(certificateStates),
      validity: Words(certificateValidities),
      /** Hexadecimal digits. */
      serial: Text,
      subject: Text,
      issuer: Text,
      validfrom: Instant,
      validuntil: Instant,
      issued: Instant,
      /** Begin of the newest connection with it. */
      lastused: Nullable(Instant),
      revoked: Nullable(Instant),
      revokedreason: Nullable(Text),
    }),
  ),
})

export const stationCertificateCount = endpoint({
  path: '/charge_point/certificate/count',
  subject,
  summary: 'How many client certificates match',
  may: 'operator',
  use: sees('charge_point'),
  body: ListQuery,
  answer: Count,
})

export const stationCertificateRevoke = endpoint({
  path: '/charge_point/certificate/revoke',
  subject,
  summary:
    'Revoke a client certificate: it is not accepted any more, and the connection of its station is closed',
  may: 'operator',
  use: updates('charge_point'),
  fresh: true,
  body: Type.Object({ id: Id, reason: Type.String({ minLength: 3, maxLength: 300 }) }, closed),
  answer: Done,
})

export const rootKinds = ['CentralSystemRootCertificate', 'ManufacturerRootCertificate'] as const

/** `sent`: without an answer so far; `installed`, `refused`: the answer of the station, or its own report. */
export const rootStates = ['sent', 'installed', 'refused'] as const

export const stationRootList = endpoint({
  path: '/charge_point/root/list',
  subject,
  summary:
    'Root certificates of stations: those that they have reported (GetInstalledCertificateIds) and those that were sent to them (InstallCertificate); filter by `stationid` for one station',
  may: 'operator',
  use: sees('charge_point'),
  csv: true,
  body: ListQuery,
  answer: Type.Array(
    Type.Object({
      id: Id,
      stationid: Id,
      identity: Text,
      kind: Words(rootKinds),
      state: Words(rootStates),
      /** Status of the answer to the newest request about it, if the station did not accept it. */
      problem: Nullable(Text),
      /** Null if the station has reported the identifiers of an unknown certificate. */
      subject: Nullable(Text),
      validuntil: Nullable(Instant),
      /** True if it is an authority of this server. */
      own: Bool,
      hashalgorithm: Text,
      issuernamehash: Text,
      issuerkeyhash: Text,
      serial: Text,
      changed: Instant,
    }),
  ),
})

export const stationRootCount = endpoint({
  path: '/charge_point/root/count',
  subject,
  summary: 'How many root certificates of stations match',
  may: 'operator',
  use: sees('charge_point'),
  body: ListQuery,
  answer: Count,
})

export const securityEventList = endpoint({
  path: '/charge_point/security_event/list',
  subject,
  summary:
    'Security events of stations: those that they have reported (SecurityEventNotification) and those that the server has found. At most 1,000 per station are stored',
  may: 'operator',
  use: sees('charge_point'),
  csv: true,
  body: ListQuery,
  answer: Type.Array(
    Type.Object({
      id: Id,
      stationid: Id,
      identity: Text,
      /** Name in the security whitepaper (table 3), or one of the server. */
      type: Text,
      /** True if the server has found it. */
      own: Bool,
      happened: Instant,
      received: Instant,
      info: Nullable(Text),
    }),
  ),
})

export const securityEventCount = endpoint({
  path: '/charge_point/security_event/count',
  subject,
  summary: 'How many security events match',
  may: 'operator',
  use: sees('charge_point'),
  body: ListQuery,
  answer: Count,
})
