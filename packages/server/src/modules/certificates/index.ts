// Certificates: the certificate authorities of the installation, the client certificates of stations that they issue,
// renew and revoke, the roots that stations trust, and the certificates of the ports with TLS. Not here: the check of a certificate in a handshake (gateway, stations).
import { X509Certificate } from 'node:crypto'
import { toAdministrators } from '../../bus/events.ts'
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
import { authorityHttp } from './authority-http.ts'
import { hasTlsPort, type ListenerState, newestAuthority, storeListener } from './authority-store.ts'
import { renewCertificates, renewalEffects } from './renew.ts'
import { renewalOf } from './renewal-store.ts'
import { rootSource } from './root-store.ts'
import { rootEffects } from './roots.ts'
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
      ...authorityHttp(ctx),
      stationSecurity: (viewer, { id }) => security(all, viewer, id),
      stationRootList: (viewer, query) => runList({ db: ctx.db, source: rootSource, scope: viewer }, query),
      stationRootCount: (viewer, query) => runCount({ db: ctx.db, source: rootSource, scope: viewer }, query),
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
    commandEffects: [...certificateEffects(), ...renewalEffects(ctx), ...rootEffects(ctx)],
    jobs: [
      {
        name: 'certificates.send',
        every: everyMinute,
        atStart: true,
        wakeOn: (wake) => ctx.bus.on('certificate.issued', wake),
        work: () => sendCertificates(all),
      },
      { name: 'certificates.renew', every: everyMinute, work: () => renewCertificates(all) },
    ] satisfies Job[],
    /** Returns the authorities whose client certificates are accepted, as PEM; creates the first one. */
    authorities: async (): Promise<string[]> => {
      await presentAuthority(all)
      return acceptedAuthorities(all)
    },
    /** Stores the state of the port with TLS of this process. */
    listenerChecked: (state: ListenerState): void => {
      void storeState(ctx, state)
    },
  }
}

/** Returns what a station needs for security profiles 2 and 3. */
async function security(deps: ModuleContext & CertificateDeps, viewer: Viewer, id: string) {
  if (!(await deps.isVisible(viewer, id))) return refuse('station.not_found', { field: 'id' })
  const now = deps.clock.now()
  const authority = await newestAuthority(deps.db, now)
  const { validUntil, askedAt, problem } = await renewalOf(deps.db, id, now)
  const { stationTls } = deps.config
  return {
    tls: stationTls !== undefined || (await hasTlsPort(deps.db)),
    port: stationTls?.port ?? null,
    authority: authority && describeAuthority(authority),
    validuntil: validUntil?.toISOString() ?? null,
    asked: askedAt?.toISOString() ?? null,
    problem,
  }
}

/** Stores the state of a port; consoles are notified of a change. A failure is repaired by the next reading. */
async function storeState({ db, bus, processName }: ModuleContext, state: ListenerState): Promise<void> {
  try {
    await inTransaction(db, async (tx) => {
      if (await storeListener(tx, processName, state))
        await bus.publish(tx, [toAdministrators({ kind: 'authority.changed' })])
    })
  } catch {
    // an unavailable database is logged elsewhere
  }
}

function describeAuthority({
  id,
  certificate,
  expiresAt,
}: {
  id: string
  certificate: string
  expiresAt: Date
}) {
  const name = new X509Certificate(certificate).subject.replace(/^CN=/, '')
  return { id, name, certificate, validuntil: expiresAt.toISOString() }
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
