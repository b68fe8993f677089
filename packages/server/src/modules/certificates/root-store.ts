import type { AnswerOf, rootKinds, rootStates, stationRootList } from '@stationmaster/contract'
import { sql } from 'kysely'
import { column } from '../../storage/list/column.ts'
import { ofAccount } from '../../storage/list/exceptions.ts'
import type { ListSource } from '../../storage/list/list-query.ts'
import type { Db, Tx } from '../../storage/transaction.ts'
import type { RootIdentifiers } from './root-identifiers.ts'

/** Stored roots of a station; beyond it those that changed first are removed. */
const maxPerStation = 100

type RootState = (typeof rootStates)[number]

export interface StoredRoot extends RootIdentifiers {
  id: string
  kind: (typeof rootKinds)[number]
  state: RootState
  problem: string | null
  /** PEM; null if the station has only reported its identifiers. */
  certificate: string | null
}

export interface NewRoot extends Omit<StoredRoot, 'problem'> {
  accountId: string
  subject: string | null
  validUntil: Date | null
  authorityId: string | null
  commandId: string | null
  now: Date
}

const rootColumns = [
  'id',
  'kind',
  'state',
  'problem',
  'certificate',
  'hash_algorithm as hashAlgorithm',
  'issuer_name_hash as issuerNameHash',
  'issuer_key_hash as issuerKeyHash',
  'serial',
] as const

/** Returns the roots of a station, locked until the end of the transaction. */
export const lockRoots = (tx: Tx, stationId: string): Promise<StoredRoot[]> =>
  tx
    .selectFrom('station_roots')
    .select(rootColumns)
    .where('station_id', '=', stationId)
    .orderBy('id')
    .forUpdate()
    .execute() as Promise<StoredRoot[]> // written by this module

/** Returns the root that a command installs, if it is stored. */
export const rootOfCommand = (tx: Tx, commandId: string): Promise<StoredRoot | undefined> =>
  tx
    .selectFrom('station_roots')
    .select(rootColumns)
    .where('command_id', '=', commandId)
    .forUpdate()
    .executeTakeFirst() as Promise<StoredRoot | undefined> // written by this module

/** Adds roots of a station; one that is stored gets the new command, and stays installed if it is. */
export async function insertRoots(tx: Tx, stationId: string, rows: readonly NewRoot[]): Promise<void> {
  for (const row of rows.slice(0, maxPerStation))
    await tx
      .insertInto('station_roots')
      .values({
        id: row.id,
        account_id: row.accountId,
        station_id: stationId,
        kind: row.kind,
        state: row.state,
        certificate: row.certificate,
        subject: row.subject,
        valid_until: row.validUntil,
        hash_algorithm: row.hashAlgorithm,
        issuer_name_hash: row.issuerNameHash,
        issuer_key_hash: row.issuerKeyHash,
        serial: row.serial,
        authority_id: row.authorityId,
        command_id: row.commandId,
        changed_at: row.now,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['station_id', 'kind', 'issuer_key_hash', 'issuer_name_hash', 'serial'])
          .doUpdateSet({
            state: sql`case when station_roots.state = 'installed' then 'installed' else excluded.state end`,
            problem: null,
            certificate: sql`coalesce(excluded.certificate, station_roots.certificate)`,
            subject: sql`coalesce(excluded.subject, station_roots.subject)`,
            valid_until: sql`coalesce(excluded.valid_until, station_roots.valid_until)`,
            authority_id: sql`coalesce(excluded.authority_id, station_roots.authority_id)`,
            command_id: sql`excluded.command_id`,
            changed_at: row.now,
          }),
      )
      .execute()
  await sql`delete from station_roots where id in (select id from station_roots
    where station_id = ${stationId} order by changed_at desc, id desc offset ${maxPerStation})`.execute(tx)
}

/** Stores the state of a root after an answer of the station. */
export const markRoot = (
  tx: Tx,
  id: string,
  { state, problem, now }: { state: RootState; problem: string | null; now: Date },
) => tx.updateTable('station_roots').set({ state, problem, changed_at: now }).where('id', '=', id).execute()

export async function deleteRoots(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('station_roots').where('id', 'in', ids).execute()
}

/** Returns all authorities of this server, also former ones, which stations may still have. */
export async function knownAuthorities(db: Db): Promise<{ id: string; certificate: string }[]> {
  const { rows } = await sql<{ id: string; certificate: string }>`
    select id, certificate from authority_certificates() order by created_at`.execute(db)
  return rows
}

type Shown = AnswerOf<typeof stationRootList>[number]

export const rootSource: ListSource<Shown> = {
  from: sql`station_roots r join stations s on s.id = r.station_id`,
  columns: {
    id: column.id('r.id'),
    stationid: column.id('r.station_id'),
    identity: column.text('s.identity'),
    kind: column.text('r.kind'),
    state: column.text('r.state'),
    problem: column.text('r.problem', 'nullable'),
    subject: column.text('r.subject', 'nullable'),
    validuntil: column.instant('r.valid_until', 'nullable'),
    own: column.boolean(sql`r.authority_id is not null`),
    hashalgorithm: column.text('r.hash_algorithm'),
    issuernamehash: column.text('r.issuer_name_hash'),
    issuerkeyhash: column.text('r.issuer_key_hash'),
    serial: column.text('r.serial'),
    changed: column.instant('r.changed_at'),
  },
  key: 'id',
  order: ['changed DESC', 'id DESC'],
  visible: ofAccount('r.account_id', { charge_point: 'r.station_id' }),
}
