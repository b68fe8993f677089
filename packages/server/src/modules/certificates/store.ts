import type { AnswerOf, stationCertificateList } from '@stationmaster/contract'
import { sql } from 'kysely'
import { newId } from '../../shared/ids.ts'
import type { StationConnection } from '../../shared/station-connection.ts'
import { column } from '../../storage/list/column.ts'
import type { ListSource } from '../../storage/list/list-query.ts'
import { ofAccount } from '../../storage/list/exceptions.ts'
import type { Db, Tx } from '../../storage/transaction.ts'
import type { IssuedCertificate } from './authority.ts'

/** Stored certificates of a station; beyond it the oldest are removed, but not the last one that it installed. */
const maxPerStation = 50

/** Holds the lock of the authority until the end of the transaction, so that one process creates it. */
export const lockAuthority = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtextextended('certificate authority', 0))`.execute(tx)

/** Returns the authorities that are accepted, neither expired nor retired, the newest first. */
export const readAuthorities = (db: Db, now: Date) =>
  db
    .selectFrom('certificate_authorities')
    .select(['id', 'common_name as name', 'certificate', 'key_encrypted as key', 'expires_at as expiresAt'])
    .where('expires_at', '>', now)
    .where('retired_at', 'is', null)
    .orderBy('created_at', 'desc')
    .execute()

export const insertAuthority = (
  tx: Tx,
  row: {
    id: string
    common_name: string
    certificate: string
    key_encrypted: Buffer
    created_at: Date
    expires_at: Date
  },
) => tx.insertInto('certificate_authorities').values(row).execute()

interface NewCertificate extends IssuedCertificate {
  stationId: string
  accountId: string
  authorityId: string
  now: Date
}

/** Adds an issued certificate and removes the oldest ones of its station beyond the limit. */
export async function insertCertificate(tx: Tx, issued: NewCertificate): Promise<void> {
  await tx
    .insertInto('station_certificates')
    .values({
      id: newId(issued.now.getTime()),
      account_id: issued.accountId,
      station_id: issued.stationId,
      authority_id: issued.authorityId,
      state: 'issued',
      serial: issued.serial,
      fingerprint: issued.fingerprint,
      subject: issued.subject,
      issuer: issued.issuer,
      certificate: issued.certificate,
      valid_from: issued.validFrom,
      valid_until: issued.validUntil,
      issued_at: issued.now,
    })
    .execute()
  // A removed certificate is not accepted any more: a station whose requests fail must not lose the one that it uses.
  await sql`delete from station_certificates where id in (
    select id from station_certificates where station_id = ${issued.stationId}
    order by id = (
        select id from station_certificates where station_id = ${issued.stationId} and state = 'installed'
        order by issued_at desc limit 1) desc nulls last,
      valid_until < ${issued.now}, issued_at desc offset ${maxPerStation})`.execute(tx)
}

/** Returns the moment of the newest certificate of a station; null if it has none. */
export async function newestIssue(db: Db, stationId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('station_certificates')
    .select((eb) => eb.fn.max('issued_at').as('at'))
    .where('station_id', '=', stationId)
    .executeTakeFirst()
  return row?.at ?? null
}

/** Returns true if a station has proved its identity with a key or a certificate when it opened this connection. */
export async function hasProvedIdentity(
  db: Db,
  { station, epoch }: Pick<StationConnection, 'station' | 'epoch'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('stations')
    .select('id')
    .where('id', '=', station.id)
    .where('connection_epoch', '=', epoch)
    .where('connected_profile', '>', 0)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns certificates that were issued but not sent, of stations that are connected. */
export const unsentCertificates = (db: Db, limit: number) =>
  db
    .selectFrom('station_certificates as c')
    .innerJoin('stations as s', 's.id', 'c.station_id')
    .innerJoin('certificate_authorities as a', 'a.id', 'c.authority_id')
    .select(['c.id', 'c.account_id as accountId', 'c.station_id as stationId', 'c.certificate'])
    .select('a.certificate as authority')
    .where('c.state', '=', 'issued')
    .where('s.is_connected', '=', true)
    .orderBy('c.issued_at')
    .limit(limit)
    .execute()

export const markSent = (tx: Tx, id: string, commandId: string) =>
  tx
    .updateTable('station_certificates')
    .set({ state: 'sent', command_id: commandId })
    .where('id', '=', id)
    .where('state', '=', 'issued')
    .execute()

/** Stores the state after the end of a command. Returns true if the command was for one of our certificates. */
export async function markEnded(
  tx: Tx,
  commandId: string,
  state: 'installed' | 'rejected' | 'issued',
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('station_certificates')
    .set({ state })
    .where('command_id', '=', commandId)
    .where('state', '=', 'sent')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Revokes a certificate; undefined if it does not exist or is revoked. */
export const revokeCertificate = (tx: Tx, { id, reason, now }: { id: string; reason: string; now: Date }) =>
  tx
    .updateTable('station_certificates')
    .set({ state: 'revoked', revoked_at: now, revoked_reason: reason })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()

/** Returns the station of a certificate if it exists. */
export const stationOfCertificate = (db: Db, id: string) =>
  db
    .selectFrom('station_certificates as c')
    .innerJoin('stations as s', 's.id', 'c.station_id')
    .select(['s.id', 's.account_id', 's.identity', 'c.serial'])
    .where('c.id', '=', id)
    .executeTakeFirst()

type Shown = AnswerOf<typeof stationCertificateList>[number]

/** Days before the expiry of a certificate from which it is shown as expiring. */
const expiringDays = 30

const validity = sql`case when c.state in ('superseded', 'rejected', 'revoked') then c.state
  when c.valid_until <= now() then 'expired'
  when c.state in ('issued', 'sent') then 'waiting'
  when c.valid_until <= now() + interval '1 day' * ${sql.lit(expiringDays)} then 'expiring' else 'valid' end`

export const certificateSource: ListSource<Shown> = {
  from: sql`station_certificates c join stations s on s.id = c.station_id`,
  columns: {
    id: column.id('c.id'),
    stationid: column.id('c.station_id'),
    identity: column.text('s.identity'),
    state: column.text('c.state'),
    validity: column.text(validity),
    serial: column.text('c.serial'),
    subject: column.text('c.subject'),
    issuer: column.text('c.issuer'),
    validfrom: column.instant('c.valid_from'),
    validuntil: column.instant('c.valid_until'),
    issued: column.instant('c.issued_at'),
    lastused: column.instant('c.last_used_at', 'nullable'),
    revoked: column.instant('c.revoked_at', 'nullable'),
    revokedreason: column.text('c.revoked_reason', 'nullable'),
  },
  key: 'id',
  order: ['issued DESC', 'id DESC'],
  visible: ofAccount('c.account_id', { charge_point: 'c.station_id' }),
}
