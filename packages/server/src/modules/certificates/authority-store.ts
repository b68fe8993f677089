import { sql } from 'kysely'
import type { Db, Tx } from '../../storage/transaction.ts'

export interface AuthorityRow {
  id: string
  name: string
  certificate: string
  createdAt: Date
  expiresAt: Date
  retiredAt: Date | null
  /** Stations with a certificate of it that is accepted. */
  certificates: number
  /** Stations that have installed it as a root. */
  roots: number
}

/** Returns the authorities with their stations, the newest first. */
export async function listAuthorities(db: Db, now: Date): Promise<AuthorityRow[]> {
  const { rows } = await sql<AuthorityRow>`
    select a.id, a.common_name as name, a.certificate, a.created_at as "createdAt", a.expires_at as "expiresAt",
      a.retired_at as "retiredAt",
      (select count(distinct c.station_id)::int from station_certificates c where c.authority_id = a.id
        and c.state in ('issued', 'sent', 'installed') and c.valid_until > ${now}) as certificates,
      (select count(*)::int from station_roots r where r.authority_id = a.id and r.state = 'installed') as roots
    from certificate_authorities a order by a.created_at desc, a.id`.execute(db)
  return rows
}

/** Retires an authority; returns false if it is retired already. */
export async function retireAuthority(tx: Tx, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('certificate_authorities')
    .set({ retired_at: now })
    .where('id', '=', id)
    .where('retired_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Returns the stations whose open connection may use a certificate of an authority. */
export const connectedWith = (db: Db, authorityId: string): Promise<{ id: string }[]> =>
  db
    .selectFrom('stations as s')
    .select('s.id')
    .where('s.is_connected', '=', true)
    .where('s.connected_profile', '=', 3)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('station_certificates as c')
          .select('c.id')
          .whereRef('c.station_id', '=', 's.id')
          .where('c.authority_id', '=', authorityId)
          .where('c.last_used_at', 'is not', null)
          .where('c.state', 'not in', ['revoked', 'superseded']),
      ),
    )
    .execute()

/** Returns the newest authority that is accepted, for users: the one that issues certificates; null if there is none. */
export async function newestAuthority(
  db: Db,
  now: Date,
): Promise<{ id: string; certificate: string; expiresAt: Date } | null> {
  const { rows } = await sql<{ id: string; certificate: string; expiresAt: Date }>`
    select id, certificate, expires_at as "expiresAt" from authority_certificates()
    where retired_at is null and expires_at > ${now} order by created_at desc limit 1`.execute(db)
  return rows[0] ?? null
}

/** Returns true if a gateway has a port with TLS. */
export async function hasTlsPort(db: Db): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select has_tls_port() as has`.execute(db)
  return rows[0]?.has ?? false
}

interface ListenerCertificate {
  subject: string
  issuer: string
  fingerprint: string
  validFrom: Date
  validUntil: Date
}

/** State of the port with TLS of a gateway. */
export interface ListenerState {
  certificates: readonly ListenerCertificate[]
  /** The authorities of client certificates that the operator has configured. */
  authorities: readonly ListenerCertificate[]
  expires: Date
  loadedAt: Date
  checkedAt: Date
  /** Reason for which files that have changed are not used; null if there is none. */
  problem: string | null
}

/** Stores the state of the port of a process. Returns true if its certificates or the problem have changed. */
export async function storeListener(db: Db, process: string, state: ListenerState): Promise<boolean> {
  const certificates = JSON.stringify([
    ...state.certificates,
    ...state.authorities.map((one) => ({ ...one, isAuthority: true })),
  ])
  const { rows } = await sql<{ isChanged: boolean }>`
    with alive as (insert into server_processes (name) values (${process}) on conflict do nothing)
    insert into tls_listeners (process, certificates, expires_at, loaded_at, checked_at, problem)
    values (${process}, ${certificates}::jsonb, ${state.expires}, ${state.loadedAt}, ${state.checkedAt}, ${state.problem})
    on conflict (process) do update set certificates = excluded.certificates, expires_at = excluded.expires_at,
      loaded_at = excluded.loaded_at, checked_at = excluded.checked_at, problem = excluded.problem
    returning not exists (select from tls_listeners l where l.process = ${process}
      and l.certificates = ${certificates}::jsonb and l.problem is not distinct from ${state.problem}) as "isChanged"`.execute(
    db,
  )
  return rows[0]?.isChanged ?? false
}

export interface ListenerRow {
  process: string
  /** Times as ISO text. */
  certificates: {
    subject: string
    issuer: string
    fingerprint: string
    validFrom: string
    validUntil: string
    isAuthority?: true
  }[]
  loadedAt: Date
  checkedAt: Date
  problem: string | null
}

export const listListeners = (db: Db): Promise<ListenerRow[]> =>
  db
    .selectFrom('tls_listeners')
    .select(['process', 'certificates', 'loaded_at as loadedAt', 'checked_at as checkedAt', 'problem'])
    .orderBy('process')
    .execute() as Promise<ListenerRow[]> // written by `storeListener`
