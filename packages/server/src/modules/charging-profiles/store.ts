import type { AnswerOf, profileList } from '@stationmaster/contract'
import { sql } from 'kysely'
import type { Scope } from '../../shared/scope.ts'
import { column } from '../../storage/list/column.ts'
import { ofAccount } from '../../storage/list/exceptions.ts'
import type { ListSource } from '../../storage/list/list-query.ts'
import type { Db, Tx } from '../../storage/transaction.ts'
import type { Payload } from '../commands/index.ts'
import { type ClearFilter, headOf, type Install } from './charging-profile.ts'

/** Installed profiles stored per station; beyond it those installed longest ago are removed. */
const maxInstalled = 500

/**
 * Stores a profile that a station accepted. It replaces the profile of the same id and that of the same
 * purpose and level.
 */
export async function install(tx: Tx, stationId: string, { evseNo, profile, now }: Install & { now: Date }) {
  const { number, purpose, stackLevel } = headOf(profile)
  await tx
    .deleteFrom('charging_profile_installs')
    .where('station_id', '=', stationId)
    .where((eb) =>
      eb.or([
        eb('profile_number', '=', number),
        eb.and({ evse_no: evseNo, purpose, stack_level: stackLevel }),
      ]),
    )
    .execute()
  await tx
    .insertInto('charging_profile_installs')
    .values({
      station_id: stationId,
      evse_no: evseNo,
      profile_number: number,
      purpose,
      stack_level: stackLevel,
      profile: JSON.stringify(profile),
      installed_at: now,
    })
    .execute()
  await sql`
    delete from charging_profile_installs i using (
      select evse_no, profile_number from charging_profile_installs where station_id = ${stationId}::uuid
      order by installed_at desc, profile_number offset ${maxInstalled}) o
    where i.station_id = ${stationId}::uuid and i.evse_no = o.evse_no
      and i.profile_number = o.profile_number`.execute(tx)
}

export async function uninstall(tx: Tx, stationId: string, filter: ClearFilter): Promise<void> {
  const { number, evseNo, purpose, stackLevel } = filter
  await tx
    .deleteFrom('charging_profile_installs')
    .where('station_id', '=', stationId)
    .$if(number !== null, (query) => query.where('profile_number', '=', number!))
    .$if(evseNo !== null, (query) => query.where('evse_no', '=', evseNo!))
    .$if(purpose !== null, (query) => query.where('purpose', '=', purpose!))
    .$if(stackLevel !== null, (query) => query.where('stack_level', '=', stackLevel!))
    .execute()
}

/**
 * Removes each TxProfile whose transaction ended (OCPP 1.6, 3.13.1); one younger than `since` may still wait
 * for its start.
 */
export async function forgetEnded(db: Db, since: Date): Promise<void> {
  await sql`
    delete from charging_profile_installs i where i.purpose = 'TxProfile' and i.installed_at < ${since}
      and not exists (select from transactions t where t.station_id = i.station_id and t.state = 'running'
        and i.evse_no in (0, t.evse_no))`.execute(db)
}

/** Returns a stored profile by its number. */
export async function findStored(db: Db, accountId: string, number: number): Promise<Payload | null> {
  const row = await db
    .selectFrom('charging_profiles')
    .select('profile')
    .where('account_id', '=', accountId)
    .where('profile_number', '=', number)
    .executeTakeFirst()
  return row ? (row.profile as Payload) : null // written by setProfile
}

/** Locks and returns a stored profile that the viewer may change. */
export const lockProfile = (tx: Tx, scope: Scope, id: string) =>
  tx
    .selectFrom('charging_profiles as p')
    .selectAll('p')
    .where('p.id', '=', id)
    .where(sql<boolean>`${profileSource.visible(scope)}`)
    .forUpdate()
    .executeTakeFirst()

interface StoredProfile {
  accountId: string
  clientId: string | null
  description: string
  profile: Payload
  now: Date
}

/** Stores a new or a changed profile. Returns false if another profile of the account has its number. */
export async function storeProfile(
  tx: Tx,
  id: string,
  { accountId, clientId, description, profile, now }: StoredProfile,
): Promise<boolean> {
  const { number, purpose, stackLevel } = headOf(profile)
  const taken = await tx
    .selectFrom('charging_profiles')
    .select('id')
    .where('account_id', '=', accountId)
    .where('profile_number', '=', number)
    .where('id', '<>', id)
    .executeTakeFirst()
  if (taken) return false
  const columns = {
    profile_number: number,
    description,
    profile: JSON.stringify(profile),
    purpose,
    stack_level: stackLevel,
    updated_at: now,
  }
  await tx
    .insertInto('charging_profiles')
    .values({ id, account_id: accountId, client_id: clientId, created_at: now, ...columns })
    .onConflict((oc) => oc.column('id').doUpdateSet(columns))
    .execute()
  return true
}

export async function deleteProfile(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('charging_profiles').where('id', '=', id).execute()
}

type Shown = AnswerOf<typeof profileList>[number]

export const profileSource: ListSource<Shown> = {
  from: sql`charging_profiles p`,
  columns: {
    id: column.id('p.id'),
    profileid: column.integer('p.profile_number'),
    description: column.text('p.description'),
    profile: column.shown('p.profile'),
    purpose: column.text('p.purpose'),
    stacklevel: column.integer('p.stack_level'),
    created: column.instant('p.created_at'),
    lastupdate: column.instant('p.updated_at'),
    installed: column.shown(sql`coalesce((
      select json_agg(json_build_object('identity', s.identity, 'connectorid', i.evse_no,
        'at', to_char(i.installed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by s.identity)
      from charging_profile_installs i join stations s on s.id = i.station_id
      where i.profile_number = p.profile_number and s.account_id = p.account_id and s.state <> 'deleted'), '[]')`),
  },
  key: 'id',
  order: ['profileid'],
  visible: ofAccount('p.account_id', { client: 'p.client_id' }),
}
