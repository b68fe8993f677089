import type { WebHouse } from './web-house.ts'
import { newId } from '../src/shared/ids.ts'

/** One object of each kind that an account can have, with a word in every text that nobody else writes. */
export interface Household {
  accountId: string
  /** Stands in each text of the household: where it turns up, something of it was told. */
  word: string
  station: string
  identity: string
  connector: string
  transaction: string
  number: number
  running: string
  runningNumber: number
  reservation: string
  card: string
  code: string
  command: string
  transfer: string
  quarantine: string
  profile: string
  file: string
  log: string
}

let numbers = 0

/** Furnishes an account; its words begin with `prefix` and differ from call to call. */
export async function furnish(house: WebHouse, accountId: string, prefix: string): Promise<Household> {
  numbers += 10
  const word = `${prefix}${numbers}`
  const ids = {
    station: newId(),
    connector: newId(),
    transaction: newId(),
    running: newId(),
    reservation: newId(),
    card: newId(),
    command: newId(),
    transfer: newId(),
    quarantine: newId(),
    profile: newId(),
    file: newId(),
  }
  const known = { accountId, word, ...ids, identity: `${word}-CP`, code: `${word}-TAG` }
  const home: Household = { ...known, number: numbers, runningNumber: numbers + 1, log: '' }
  await addStation(house, home)
  await addSessions(house, home)
  await addCommands(house, home)
  return { ...home, log: await addLog(house, home) }
}

async function addStation({ db }: WebHouse, home: Household): Promise<void> {
  const { accountId: account_id, word, station: station_id } = home
  const texts = { label: word, description: word, address: word, vendor: word, model: word }
  const row = {
    id: station_id,
    account_id,
    identity: home.identity,
    state: 'available' as const,
    lat: 1,
    lng: 1,
  }
  await db
    .insertInto('stations')
    .values({ ...row, ...texts, type: 'private' })
    .execute()
  await db
    .insertInto('connectors')
    .values({ id: home.connector, account_id, station_id, connector_no: 1, label: word, info: word })
    .execute()
  await db.insertInto('station_configuration').values({ station_id, key: word, value: word }).execute()
  await db
    .insertInto('station_deviations')
    .values({ station_id, rule: word, count: 1, last_at: new Date(), sample: word })
    .execute()
  const picture = { content: Buffer.from(word), thumbnail: Buffer.from(word), type: 'image/webp' }
  await db
    .insertInto('files')
    .values({ id: home.file, account_id, object_id: station_id, name: word, ...picture })
    .execute()
  await db.insertInto('local_lists').values({ station_id, version: 3 }).execute()
  await db.insertInto('local_list_entries').values({ station_id, code: word }).execute()
}

async function addSessions({ db }: WebHouse, home: Household): Promise<void> {
  const { accountId: account_id, word, station: station_id, code } = home
  const tag = { id_tag: code, id_tag_folded: code.toLowerCase() }
  await db
    .insertInto('cards')
    .values({ id: home.card, account_id, code, code_folded: code.toLowerCase(), name: word })
    .execute()
  await db
    .insertInto('unknown_tags')
    .values({ account_id, code: `${word}-X`, code_folded: `${word}-x`.toLowerCase(), station_id })
    .execute()
  const session = {
    account_id,
    station_id,
    connector_no: 1,
    ...tag,
    card_id: home.card,
    decision: 'Accepted',
    started_at: new Date(Date.now() - 3_600_000),
    meter_start_wh: 0,
  }
  const held = {
    ...session,
    id: home.transaction,
    number: home.number,
    start_key: word,
    state: 'held' as const,
  }
  await db
    .insertInto('transactions')
    .values({ ...held, flags: ['ended-without-stop'] })
    .execute()
  const running = { id: home.running, number: home.runningNumber, start_key: `${word} running` }
  await db
    .insertInto('transactions')
    .values({ ...session, ...running })
    .execute()
  await db
    .insertInto('reservations')
    .values({
      id: home.reservation,
      number: home.number,
      account_id,
      station_id,
      connector_no: 1,
      ...tag,
      state: 'active',
      expires_at: new Date(Date.now() + 3_600_000),
    })
    .execute()
  await db
    .insertInto('quarantine')
    .values({
      id: home.quarantine,
      account_id,
      station_id,
      kind: 'stop-unknown',
      action: 'StopTransaction',
      reason: word,
      payload: JSON.stringify({
        transactionId: -1,
        meterStop: 10,
        timestamp: new Date().toISOString(),
        idTag: code,
      }),
      payload_hash: word,
    })
    .execute()
}

async function addCommands({ db }: WebHouse, home: Household): Promise<void> {
  const { accountId: account_id, word, station: station_id } = home
  const request = JSON.stringify({ key: word })
  const command = {
    id: home.command,
    run_id: newId(),
    account_id,
    station_id,
    action: 'GetConfiguration',
    request,
  }
  await db
    .insertInto('commands')
    .values({ ...command, expires_at: new Date(Date.now() + 3_600_000) })
    .execute()
  await db
    .insertInto('transfers')
    .values({ id: home.transfer, account_id, station_id, kind: 'diagnostics', location: `ftp://${word}/` })
    .execute()
  await db
    .insertInto('charging_profiles')
    .values({
      id: home.profile,
      account_id,
      profile_number: home.number,
      description: word,
      profile: JSON.stringify({ chargingProfileId: home.number }),
      purpose: 'TxProfile',
      stack_level: 0,
    })
    .execute()
}

async function addLog({ db }: WebHouse, home: Household): Promise<string> {
  const { accountId: account_id, word, station: station_id } = home
  const row = {
    at: new Date(),
    account_id,
    station_id,
    is_outgoing: false,
    action: 'DataTransfer',
    request: word,
  }
  const { id } = await db.insertInto('ocpp_log').values(row).returning('id').executeTakeFirstOrThrow()
  return String(id)
}

const tables = [
  'accounts',
  'stations',
  'connectors',
  'transactions',
  'reservations',
  'cards',
  'commands',
  'transfers',
  'quarantine',
  'charging_profiles',
  'files',
  'ocpp_log',
  'unknown_tags',
] as const

/** Everything that an account has, as text: to see that nothing of it was changed. */
export async function everythingOf({ fresh }: WebHouse, accountId: string): Promise<string> {
  const parts: string[] = []
  for (const table of tables) {
    const column = table === 'accounts' ? 'id' : 'account_id'
    const { rows } = await fresh.pool.query<{ row: string }>(
      `select to_jsonb(t)::text as row from ${table} t where ${column} = $1 order by 1`,
      [accountId],
    )
    parts.push(...rows.map(({ row }) => `${table} ${row}`))
  }
  return parts.join('\n')
}
