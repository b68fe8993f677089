import { isRefusal } from '../../shared/refusal.ts'
import { type CommandEffect, isPayload, systemAsker } from '../commands/index.ts'
import type { Clock } from '../../shared/clock.ts'
import { findAuthority } from './authorities.ts'
import { dueRenewals, endRenewal, forgetRenewal, noteRenewal } from './renewal-store.ts'
import { type CertificatesContext, everyMs } from './sign-certificate.ts'

const dayMs = 86_400_000
/** Milliseconds before the expiry of a certificate from which it is renewed: two weeks before the first incident. */
const renewMs = 45 * dayMs
/** Milliseconds after which a station is asked again. */
const repeatMs = dayMs
/** Stations that one run of the job asks. */
const maxAsked = 100

/** Request to the station for a certificate request (security whitepaper, A02). */
export const requestMessage = 'SignChargePointCertificate'

/**
 * Asks connected stations for a certificate request if their certificate ends soon or is of a former authority; in the
 * second case they first get the present authority as a root. Each is asked once a day, and after a new authority.
 */
export async function renewCertificates(deps: CertificatesContext): Promise<void> {
  const { db, clock, commands } = deps
  const authority = await findAuthority(deps, db)
  if (!authority) return
  const now = clock.now()
  const due = await dueRenewals(db, {
    endsBefore: new Date(now.getTime() + renewMs),
    askedBefore: new Date(now.getTime() - repeatMs),
    // a request sooner would be refused
    issuedBefore: new Date(now.getTime() - everyMs),
    authorityId: authority.id,
    limit: maxAsked,
  })
  for (const { stationId, accountId, needsRoot } of due) {
    // also if it cannot be sent, so that the others are asked
    await noteRenewal(db, { stationId, accountId, problem: null }, now)
    const send = (action: string, payload: Record<string, unknown>) =>
      commands.send(systemAsker(accountId), { stations: [stationId], action, payload })
    if (needsRoot) {
      const certificateType = 'CentralSystemRootCertificate'
      const sent = await send('InstallCertificate', { certificateType, certificate: authority.certificate })
      if (isRefusal(sent)) continue
    }
    await send('ExtendedTriggerMessage', { requestedMessage: requestMessage })
  }
}

/** Returns the effects of ExtendedTriggerMessage on the renewal of the certificate, also if a user has sent it. */
export const renewalEffects = ({ clock }: { clock: Clock }): CommandEffect[] => [
  {
    actions: ['ExtendedTriggerMessage'],
    async queued(tx, commands) {
      const asked = commands.filter(({ payload }) => payload['requestedMessage'] === requestMessage)
      for (const { stationId, accountId } of asked)
        await noteRenewal(tx, { stationId, accountId, problem: null }, clock.now())
      return asked.map(({ stationId }) => ({ kind: 'station.changed', station: stationId }))
    },
    async ended(tx, { stationId, request }, { end }) {
      if (request['requestedMessage'] !== requestMessage || end.kind === 'accepted') return []
      if (end.kind === 'unsent') await forgetRenewal(tx, stationId)
      else if (end.kind === 'unanswered') await endRenewal(tx, stationId, 'silent')
      else {
        const status = end.kind === 'rejected' && isPayload(end.payload) ? end.payload['status'] : null
        await endRenewal(tx, stationId, status === 'Rejected' ? 'rejected' : 'unsupported')
      }
      return [{ kind: 'station.changed', station: stationId }]
    },
  },
]
