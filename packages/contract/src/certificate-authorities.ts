import { Type } from 'typebox'
import { noClass } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import { Bool, closed, Empty, Id, Instant, Int, Nullable, Text, Words } from './shapes.ts'

const subject = 'Certificate authority'

/**
 * - `issuing`: issues the certificates from now on
 * - `accepted`: its certificates are still accepted
 * - `retired`, `expired`: its certificates are not accepted any more
 */
export const authorityStates = ['issuing', 'accepted', 'retired', 'expired'] as const

const Authority = Type.Object({
  id: Id,
  name: Text,
  state: Words(authorityStates),
  /** PEM. */
  certificate: Text,
  /** SHA-256, as hexadecimal digits. */
  fingerprint: Text,
  created: Instant,
  validuntil: Instant,
  retired: Nullable(Instant),
  /** Stations with a certificate of it that is accepted. */
  certificates: Int,
  /** Stations that have installed it as a root. */
  roots: Int,
})

export const certificateAuthorityList = endpoint({
  path: '/admin/authority/list',
  subject,
  summary: 'Certificate authorities of this installation, the newest first',
  may: 'admin',
  use: noClass,
  body: Empty,
  answer: Type.Array(Authority),
})

export const certificateAuthorityReplace = endpoint({
  path: '/admin/authority/replace',
  subject,
  summary:
    'Create an authority that issues the certificates from now on. The present ones stay accepted; connected stations get the new root and are asked for a new certificate',
  may: 'admin',
  use: noClass,
  fresh: true,
  body: Empty,
  answer: Authority,
})

export const certificateAuthorityRetire = endpoint({
  path: '/admin/authority/retire',
  subject,
  summary:
    'Accept the certificates of an authority no longer. Refused while stations have certificates of it, unless `force` is true: their connections are closed',
  may: 'admin',
  use: noClass,
  fresh: true,
  body: Type.Object({ id: Id, force: Bool }, closed),
  answer: Authority,
})

const PortCertificate = Type.Object({
  subject: Text,
  issuer: Text,
  /** SHA-256, as hexadecimal digits. */
  fingerprint: Text,
  validfrom: Instant,
  validuntil: Instant,
})

export const tlsListenerList = endpoint({
  path: '/admin/authority/port/list',
  subject,
  summary: 'Certificates of the ports for stations with TLS, one row per gateway',
  may: 'admin',
  use: noClass,
  body: Empty,
  answer: Type.Array(
    Type.Object({
      /** Name of the server process. */
      process: Text,
      certificates: Type.Array(PortCertificate),
      /** The configured authorities of client certificates (`OCPP_TLS_CLIENT_CA`). */
      authorities: Type.Array(PortCertificate),
      /** Moment at which the files in use were read. */
      loaded: Instant,
      /** Newest reading of the files. */
      checked: Instant,
      /** Reason for which files that have changed are not used. */
      problem: Nullable(Text),
    }),
  ),
})
