import { Type } from 'typebox'
import { sees, updates } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import { closed, Count, Done, Id, Instant, ListQuery, Nullable, Text, Words } from './shapes.ts'
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
 * - `revoked`: not accepted any more
 */
export const certificateStates = ['issued', 'sent', 'installed', 'rejected', 'revoked'] as const

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
      /** Hexadecimal digits. */
      serial: Text,
      subject: Text,
      issuer: Text,
      validfrom: Instant,
      validuntil: Instant,
      issued: Instant,
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
