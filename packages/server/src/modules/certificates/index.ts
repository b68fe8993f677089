// Certificates: the certificate authority of the installation, and the client certificates of stations that it
// issues and revokes. Not here: the check of a certificate in a handshake (gateway, stations).
import type { Job } from '../../jobs/job.ts'
import { everyMinute } from '../../jobs/timetable.ts'
import type { Handlers } from '../../shared/handlers.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import type { StationModule16 } from '../../shared/station-connection.ts'
import { runCount, runList } from '../../storage/list/list-query.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import type { Commands } from '../commands/index.ts'
import type { ModuleContext } from '../module.ts'
import { acceptedAuthorities, presentAuthority } from './authorities.ts'
import { certificateEffects, sendCertificates, signCertificate } from './sign-certificate.ts'
import { certificateSource, revokeCertificate, stationOfCertificate } from './store.ts'

interface CertificateDeps {
  commands: Commands
  /** Returns true if the user may see the station. */
  isVisible: (viewer: Viewer, id: string) => Promise<boolean>
}

export function registerCertificates(ctx: ModuleContext, deps: CertificateDeps) {
  const all = { ...ctx, ...deps }
  return {
    handlers: {
      stationCertificateList: (viewer, query) =>
        runList({ db: ctx.db, source: certificateSource, scope: viewer }, query),
      stationCertificateCount: (viewer, query) =>
        runCount({ db: ctx.db, source: certificateSource, scope: viewer }, query),
      stationCertificateRevoke: async (viewer, body) => {
        const refused = await revoke(all, viewer, body)
        return isRefusal(refused) ? refused : { result: true }
      },
    } satisfies Handlers,
    stationHandlers: {
      SignCertificate: async (connection, { csr }) => {
        // a certificate is of no use without the port for it
        const isAccepted =
          ctx.config.stationTls !== undefined && (await signCertificate(all, connection, csr))
        return { status: isAccepted ? 'Accepted' : 'Rejected' }
      },
    } satisfies StationModule16,
    commandEffects: certificateEffects(),
    jobs: [
      {
        name: 'certificates.send',
        every: everyMinute,
        atStart: true,
        wakeOn: (wake) => ctx.bus.on('certificate.issued', wake),
        work: () => sendCertificates(all),
      },
    ] satisfies Job[],
    /** Returns the authorities whose client certificates are accepted, as PEM; creates the first one. */
    authorities: async (): Promise<string[]> => {
      await presentAuthority(all)
      return acceptedAuthorities(all)
    },
  }
}

async function revoke(
  deps: ModuleContext & CertificateDeps,
  viewer: Viewer,
  { id, reason }: { id: string; reason: string },
): Promise<Refusal | null> {
  const now = deps.clock.now()
  // before the transaction, as the check uses a connection of its own
  const station = await stationOfCertificate(deps.db, id)
  if (!station || !(await deps.isVisible(viewer, station.id))) return refuse('certificate.not_found')
  return inTransaction(deps.db, async (tx) => {
    if (!(await revokeCertificate(tx, { id, reason, now }))) return refuse('certificate.revoked')
    await recordChange(tx, viewer, {
      accountId: station.account_id,
      classCode: 'charge_point',
      objectId: station.id,
      label: station.identity,
      action: 'revoke_certificate',
      after: { serial: station.serial, reason },
    })
    // its connection may use this certificate
    await deps.bus.publish(tx, [
      { kind: 'station.drop', station: station.id, why: 'a certificate of the station was revoked' },
      { kind: 'hint', account: station.account_id, hint: { kind: 'station.changed', station: station.id } },
    ])
    return null
  })
}
