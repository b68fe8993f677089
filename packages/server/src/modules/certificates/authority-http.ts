import type { AnswerOf, certificateAuthorityList } from '@stationmaster/contract'
import { type BusEvent, toAdministrators } from '../../bus/events.ts'
import type { Handlers } from '../../shared/handlers.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { type Db, inTransaction, type Tx } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import type { ModuleContext } from '../module.ts'
import { findAuthority, replaceAuthority } from './authorities.ts'
import {
  type AuthorityRow,
  connectedWith,
  listAuthorities,
  type ListenerRow,
  listListeners,
  retireAuthority,
} from './authority-store.ts'
import { fingerprintOf } from './internal-authority.ts'

type Deps = Pick<ModuleContext, 'db' | 'clock' | 'secrets' | 'bus'>
type Shown = AnswerOf<typeof certificateAuthorityList>[number]

/** Endpoints of the certificate authorities and of the ports with TLS, for administrators. */
export const authorityHttp = (deps: Deps) =>
  ({
    certificateAuthorityList: () => authorities(deps, deps.db),
    certificateAuthorityReplace: (viewer) => replace(deps, viewer),
    certificateAuthorityRetire: (viewer, body) => retire(deps, viewer, body),
    tlsListenerList: async () =>
      (await listListeners(deps.db)).map(({ process, certificates, loadedAt, checkedAt, problem }) => ({
        process,
        certificates: certificates.filter(({ isAuthority }) => !isAuthority).map(asShown),
        authorities: certificates.filter(({ isAuthority }) => isAuthority).map(asShown),
        loaded: loadedAt.toISOString(),
        checked: checkedAt.toISOString(),
        problem,
      })),
  }) satisfies Handlers

const asShown = ({
  subject,
  issuer,
  fingerprint,
  validFrom,
  validUntil,
}: ListenerRow['certificates'][number]) => ({
  subject,
  issuer,
  fingerprint,
  validfrom: validFrom,
  validuntil: validUntil,
})

async function authorities(deps: Deps, db: Db): Promise<Shown[]> {
  const now = deps.clock.now()
  const issuing = await findAuthority(deps, db)
  return (await listAuthorities(db, now)).map((row) => ({
    id: row.id,
    name: row.name,
    state: stateOf(row, issuing?.id, now),
    certificate: row.certificate,
    fingerprint: fingerprintOf(row.certificate),
    created: row.createdAt.toISOString(),
    validuntil: row.expiresAt.toISOString(),
    retired: row.retiredAt?.toISOString() ?? null,
    certificates: row.certificates,
    roots: row.roots,
  }))
}

function stateOf({ id, retiredAt, expiresAt }: AuthorityRow, issuing: string | undefined, now: Date) {
  if (retiredAt) return 'retired'
  if (expiresAt <= now) return 'expired'
  return id === issuing ? 'issuing' : 'accepted'
}

const changed: BusEvent[] = [toAdministrators({ kind: 'authority.changed' }), { kind: 'authorities.changed' }]
const notFound = refuse('certificate.authority_not_found', { field: 'id' })

function replace(deps: Deps, viewer: Viewer): Promise<Shown | Refusal> {
  return inTransaction(deps.db, async (tx) => {
    const created = await replaceAuthority(deps, tx)
    if (isRefusal(created)) return created
    const row = await shown(deps, tx, created.id)
    await record(tx, viewer, { row, action: 'replace_authority', after: { fingerprint: row.fingerprint } })
    await deps.bus.publish(tx, changed)
    return row
  })
}

function retire(
  deps: Deps,
  viewer: Viewer,
  { id, force }: { id: string; force: boolean },
): Promise<Shown | Refusal> {
  return inTransaction(deps.db, async (tx) => {
    const row = (await authorities(deps, tx)).find((one) => one.id === id)
    if (!row) return notFound
    const isRetired = refuse('certificate.authority_retired')
    if (row.state === 'retired') return isRetired
    if (row.state === 'issuing') return refuse('certificate.authority_in_use')
    if (row.certificates > 0 && !force)
      return refuse('certificate.authority_used', { count: row.certificates })
    // another request may have retired it
    if (!(await retireAuthority(tx, id, deps.clock.now()))) return isRetired
    await record(tx, viewer, { row, action: 'retire_authority', after: { stations: row.certificates } })
    const why = 'the authority of the certificate of the station was retired'
    const dropped = await connectedWith(tx, id)
    await deps.bus.publish(tx, [
      ...dropped.map((station) => ({ kind: 'station.drop' as const, station: station.id, why })),
      ...changed,
    ])
    return shown(deps, tx, id)
  })
}

const shown = async (deps: Deps, tx: Tx, id: string): Promise<Shown> =>
  (await authorities(deps, tx)).find((one) => one.id === id)! // stored in this transaction

const record = (
  tx: Tx,
  viewer: Viewer,
  { row, ...change }: { row: Shown; action: string; after: Record<string, unknown> },
): Promise<void> =>
  recordChange(tx, viewer, {
    accountId: viewer.accountId,
    classCode: 'authority',
    objectId: row.id,
    label: row.name,
    ...change,
  })
