import type { Hint } from '@stationmaster/contract'
import type { StationConnection } from '../../shared/station-connection.ts'
import { refuseReplaced } from '../../storage/refuse-replaced.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { type CommandEffect, type Commands, systemAsker } from '../commands/index.ts'
import type { ModuleContext } from '../module.ts'
import { presentAuthority } from './authorities.ts'
import { checkRequest } from './check-request.ts'
import { endRenewal, noteRenewal } from './renewal-store.ts'
import {
  hasProvedIdentity,
  insertCertificate,
  markEnded,
  markSent,
  newestIssue,
  unsentCertificates,
} from './store.ts'

export type CertificatesContext = Pick<ModuleContext, 'bus' | 'db' | 'clock' | 'secrets' | 'logEvent'> & {
  commands: Commands
}

/** Minimum milliseconds between two certificates of one station. */
export const everyMs = 60_000
/** Certificates that one run of the job sends. */
const maxSent = 200

/**
 * Answers SignCertificate.req (security whitepaper, A02): checks the request and stores the certificate before
 * the answer; the job `certificates.send` sends it. Returns true if it was accepted. A certificate outlives the time
 * for which a station may connect without a key, so a connection without one gets none.
 */
export async function signCertificate(
  deps: CertificatesContext,
  connection: StationConnection,
  csr: string,
): Promise<boolean> {
  const { id: stationId, accountId, identity } = connection.station
  const now = deps.clock.now()
  const newest = await newestIssue(deps.db, stationId)
  if (newest && now.getTime() - newest.getTime() < everyMs) return false
  const request = (await hasProvedIdentity(deps.db, connection))
    ? await checkRequest(csr, identity)
    : ({ problem: 'no_key' } as const)
  if ('problem' in request) {
    deps.logEvent({
      type: 'warning',
      code: 'stations',
      event: 'certificate request refused',
      text: request.problem,
      account: accountId,
      object: identity,
    })
    await inTransaction(deps.db, async (tx) => {
      await noteRenewal(tx, { stationId, accountId, problem: request.problem }, now)
      const hint: Hint = { kind: 'station.changed', station: stationId }
      await deps.bus.publish(tx, [{ kind: 'hint', account: accountId, hint }])
    })
    return false
  }
  const authority = await presentAuthority(deps)
  const issued = await authority.issue(request, identity, now)
  await inTransaction(deps.db, async (tx) => {
    await insertCertificate(tx, { ...issued, stationId, accountId, authorityId: authority.id, now })
    await endRenewal(tx, stationId, null)
    await deps.bus.publish(tx, [{ kind: 'certificate.issued' }])
    await refuseReplaced(tx, { stationId, epoch: connection.epoch })
  })
  return true
}

/**
 * Sends certificates that were issued to their stations, by CertificateSigned.req. Runs in one process at a time,
 * as a job: two runs would send the same certificate twice.
 */
export async function sendCertificates({
  db,
  commands,
}: Pick<CertificatesContext, 'db' | 'commands'>): Promise<void> {
  for (const { id, accountId, stationId, certificate, authority } of await unsentCertificates(db, maxSent))
    await commands.send(systemAsker(accountId), {
      stations: [stationId],
      action: 'CertificateSigned',
      payload: { certificateChain: certificate + authority },
      extra: { certificate: id },
    })
}

/** State of a certificate after the end of the command that sent it; one that was not sent waits again. */
const stateAfter = {
  accepted: 'installed',
  rejected: 'rejected',
  failed: 'rejected',
  unsent: 'issued',
} as const

/** Returns the effects of CertificateSigned on the stored certificate. */
export const certificateEffects = (): CommandEffect[] => [
  {
    actions: ['CertificateSigned'],
    async queued(tx, commands) {
      for (const { id, extra } of commands)
        if (typeof extra?.['certificate'] === 'string') await markSent(tx, extra['certificate'], id)
      return []
    },
    async ended(tx, { id, stationId, accountId }, { end, at }) {
      // without an answer the station may have installed it: it is accepted until it is revoked
      if (end.kind === 'unanswered') return []
      const isOurs = await markEnded(tx, id, stateAfter[end.kind])
      if (isOurs && stateAfter[end.kind] === 'rejected')
        await noteRenewal(tx, { stationId, accountId, problem: 'not_installed' }, at)
      return isOurs ? [{ kind: 'station.changed', station: stationId }] : []
    },
  },
]
