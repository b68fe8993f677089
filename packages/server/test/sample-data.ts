import { type ReferenceKind, referenceFields } from '@stationmaster/contract'
import { sql } from 'kysely'
import { addClasses, ownClass, type OwnClass } from './sample-classes.ts'
import { addSampleObjects } from './sample-objects.ts'
import type { TestServer } from './test-server.ts'
import { newId } from '../src/shared/ids.ts'

/** Ids of one object of each kind that an account can have, with a unique word in every text. */
export interface SampleData extends OwnClass {
  accountId: string
  /** Occurs in each text of the sample data: a response that contains it discloses some of that data. */
  word: string
  station: string
  identity: string
  /** The connector with the running transaction. */
  connector: string
  /** A connector that can be started and reserved. */
  freeConnector: string
  transaction: string
  number: number
  running: string
  runningNumber: number
  reservation: string
  card: string
  code: string
  client: string
  site: string
  command: string
  /** An object of a class that an administrator added and all users may use. */
  thing: string
  transfer: string
  unmatchedMessage: string
  /** A rejected handshake of the station. */
  attempt: string
  profile: string
  file: string
  /** A picture of the site. */
  siteFile: string
  log: string
  /** An event of the station. */
  event: string
  /** A user of the account who has never signed in. */
  user: string
  /** A login session of the caller, or of `user` if there is no caller. */
  session: string
  /** An account of an OpenID provider that the user signs in with. */
  link: string
  group: string
  mail: string
  post: string
  /** An entry of each journal. */
  entry: string
  resource: string
  /** Part of the ids of its references, one of each kind; only the first of several datasets has them. */
  reference: string
}

/** Owner of the sample data: stations and cards belong to the owner, the login session to the caller. */
interface Ownership {
  owner?: string
  caller?: string
  /** Adds a class; classes belong to no account, and only administrators may use them. */
  hasClass?: boolean
}

let numbers = 0

/** Adds sample data to an account; its words begin with `prefix` and differ from call to call. */
export const addSampleData = async (
  server: TestServer,
  accountId: string,
  prefix: string,
): Promise<SampleData> => (await addSampleDataMany(server, { accountId, prefix, count: 1 }))[0]!

/** Adds `count` datasets to one account, with one statement per table. */
export async function addSampleDataMany(
  server: TestServer,
  what: { accountId: string; prefix: string; count: number; belonging?: Ownership },
): Promise<SampleData[]> {
  const datasets = Array.from({ length: what.count }, () => namesOf(what.accountId, what.prefix))
  if (datasets.length === 0) return datasets
  const { owner = null, caller = null } = what.belonging ?? {}
  await addStations(server, datasets, owner)
  await addSessions(server, datasets, owner)
  await addCommands(server, datasets)
  await addUsers(server, datasets, caller)
  await addReferences(server, datasets[0]!)
  await addSampleObjects(server, datasets, owner)
  if (what.belonging?.hasClass) await addClasses(server, datasets)
  return addLog(server, datasets)
}

function namesOf(accountId: string, prefix: string): SampleData {
  numbers += 10
  const word = `${prefix}${numbers}`
  const ids = {
    station: newId(),
    connector: newId(),
    freeConnector: newId(),
    transaction: newId(),
    running: newId(),
    reservation: newId(),
    card: newId(),
    client: newId(),
    site: newId(),
    command: newId(),
    thing: newId(),
    transfer: newId(),
    unmatchedMessage: newId(),
    attempt: newId(),
    profile: newId(),
    file: newId(),
    siteFile: newId(),
    user: newId(),
    session: newId(),
    group: newId(),
    link: newId(),
    mail: newId(),
    post: newId(),
    entry: newId(),
    resource: newId(),
    reference: newId(),
    ...ownClass(word),
  }
  const known = { accountId, word, ...ids, identity: `${word}-CP`, code: `${word}-TAG` }
  return { ...known, number: numbers, runningNumber: numbers + 1, log: '', event: '' }
}

async function addStations(
  { db }: TestServer,
  datasets: SampleData[],
  owner_id: string | null,
): Promise<void> {
  const stations = datasets.map(({ accountId: account_id, word, station: id, identity }) => {
    const texts = { label: word, description: word, address: word, vendor: word, model: word }
    const where = { state: 'available' as const, lat: 1, lng: 1 }
    return { id, account_id, owner_id, identity, ...where, ...texts, type: 'private' as const }
  })
  await db.insertInto('stations').values(stations).execute()
  const connectors = datasets.flatMap(({ accountId: account_id, word, ...ids }) => {
    const row = { account_id, station_id: ids.station, label: word, info: word }
    return [
      { ...row, id: ids.connector, evse_no: 1, state: 'charging' },
      { ...row, id: ids.freeConnector, evse_no: 2, state: 'available' },
    ]
  })
  await db.insertInto('evses').values(connectors).execute()
  const of = datasets.map(({ word, station: station_id }) => ({ word, station_id }))
  await db
    .insertInto('station_configuration')
    .values(of.map(({ word, station_id }) => ({ station_id, key: word, value: word })))
    .execute()
  const last_at = new Date()
  await db
    .insertInto('station_deviations')
    .values(of.map(({ word, station_id }) => ({ station_id, rule: word, count: 1, last_at, sample: word })))
    .execute()
  const pictures = datasets.flatMap(({ file, siteFile, ...of }) => [
    { ...of, object_id: of.station, id: file },
    { ...of, object_id: of.site, id: siteFile },
  ])
  const files = pictures.map(({ accountId: account_id, word, object_id, id }) => ({
    id,
    account_id,
    object_id,
    name: word,
    type: 'image/webp',
    content: Buffer.from(word),
    thumbnail: Buffer.from(word),
  }))
  await db.insertInto('files').values(files).execute()
  const [first_at, tried_at] = [new Date(Date.now() - hour), new Date()]
  const attempts = datasets.map(
    ({ accountId: account_id, word, station: station_id, identity, attempt: id }) => ({
      id,
      account_id,
      station_id,
      identity,
      address: '192.0.2.7',
      username: word,
      path: `/ocpp/${word}`,
      reason: 'wrong_key',
      first_at,
      last_at: tried_at,
    }),
  )
  await db.insertInto('connection_attempts').values(attempts).execute()
  await db
    .insertInto('local_lists')
    .values(of.map(({ station_id }) => ({ station_id, version: 3 })))
    .execute()
  await db
    .insertInto('local_list_entries')
    .values(of.map(({ word, station_id }) => ({ station_id, code: word })))
    .execute()
}

const hour = 3_600_000

async function addSessions(
  { db }: TestServer,
  datasets: SampleData[],
  owner_id: string | null,
): Promise<void> {
  const [startedAt, expiresAt] = [new Date(Date.now() - hour), new Date(Date.now() + hour)]
  const cards = datasets.map(({ accountId: account_id, word, code, card: id }) => ({
    id,
    account_id,
    owner_id,
    code,
    code_folded: code.toLowerCase(),
    name: word,
  }))
  await db.insertInto('cards').values(cards).execute()
  const clients = datasets.map(({ accountId: account_id, word, client: id }) => ({
    id,
    account_id,
    owner_id,
    code: word,
    name: word,
    email: `${word}@example.org`,
    currency_code: 'EUR',
    state: 'enabled',
  }))
  await db.insertInto('clients').values(clients).execute()
  const sites = datasets.map(({ accountId: account_id, word, site: id }) => ({
    id,
    account_id,
    owner_id,
    code: word,
    label: word,
    city: word,
    contact_name: word,
    state: 'enabled',
  }))
  await db.insertInto('sites').values(sites).execute()
  const tags = datasets.map(({ accountId: account_id, word, station: station_id }) => ({
    account_id,
    code: `${word}-X`,
    code_folded: `${word}-x`.toLowerCase(),
    station_id,
  }))
  await db.insertInto('unknown_tags').values(tags).execute()
  const about = ({ accountId: account_id, station: station_id, code, card: card_id }: SampleData) => ({
    account_id,
    station_id,
    evse_no: 1,
    card_id,
    id_tag: code,
    id_tag_folded: code.toLowerCase(),
  })
  const sessions = datasets.flatMap((dataset) => {
    const { word, number, runningNumber } = dataset
    const session = { ...about(dataset), decision: 'Accepted', started_at: startedAt, meter_start_wh: 0 }
    const needsReview = { id: dataset.transaction, number, start_key: word, state: 'needs_review' as const }
    const running = { id: dataset.running, number: runningNumber, start_key: `${word} running` }
    return [
      { ...session, ...needsReview, flags: ['ended-without-stop'] },
      { ...session, ...running, state: 'running' as const, flags: [] },
    ]
  })
  await db.insertInto('transactions').values(sessions).execute()
  const reservations = datasets.map((dataset) => ({
    ...about(dataset),
    id: dataset.reservation,
    number: dataset.number,
    state: 'active' as const,
    expires_at: expiresAt,
  }))
  await db.insertInto('reservations').values(reservations).execute()
  await db.insertInto('unmatched_messages').values(datasets.map(unmatchedStop)).execute()
}

const unmatchedStop = ({
  accountId: account_id,
  word,
  code,
  unmatchedMessage: id,
  station: station_id,
}: SampleData) => {
  const stop = { transactionId: -1, meterStop: 10, timestamp: new Date().toISOString(), idTag: code }
  return {
    id,
    account_id,
    station_id,
    kind: 'stop-unknown',
    action: 'StopTransaction',
    reason: word,
    payload: JSON.stringify(stop),
    payload_hash: word,
  }
}

async function addCommands({ db }: TestServer, datasets: SampleData[]): Promise<void> {
  const expires_at = new Date(Date.now() + hour)
  const commands = datasets.map(({ accountId: account_id, word, command: id, station: station_id }) => ({
    id,
    run_id: newId(),
    account_id,
    station_id,
    action: 'GetConfiguration',
    expires_at,
    request: JSON.stringify({ key: word }),
  }))
  await db.insertInto('commands').values(commands).execute()
  const transfers = datasets.map(({ accountId: account_id, word, transfer: id, station: station_id }) => ({
    id,
    account_id,
    station_id,
    kind: 'diagnostics' as const,
    location: `ftp://${word}/`,
  }))
  await db.insertInto('transfers').values(transfers).execute()
  const profiles = datasets.map(({ accountId: account_id, word, number, profile: id }) => ({
    id,
    account_id,
    profile_number: number,
    description: word,
    purpose: 'TxProfile',
    stack_level: 0,
    profile: JSON.stringify(profileOf(number)),
  }))
  await db.insertInto('charging_profiles').values(profiles).execute()
}

const profileOf = (chargingProfileId: number) => ({
  chargingProfileId,
  stackLevel: 0,
  chargingProfilePurpose: 'TxProfile',
  chargingProfileKind: 'Relative',
  chargingSchedule: { chargingRateUnit: 'A', chargingSchedulePeriod: [{ startPeriod: 0, limit: 16 }] },
})

const kinds = Object.keys(referenceFields) as ReferenceKind[]

/** Returns the id of the reference of this kind in the sample data. */
export const referenceOf = ({ reference }: SampleData, kind: ReferenceKind): string =>
  `${reference.slice(0, -1)}${kinds.indexOf(kind).toString(16)}`

/** References belong to no account and all users may read them, so they do not contain the unique word. */
async function addReferences({ db }: TestServer, dataset: SampleData): Promise<void> {
  const rows = kinds.map((kind) => ({
    id: referenceOf(dataset, kind),
    kind,
    code: dataset.reference,
    name: 'of sample data',
    parent_id: kind === 'model' ? referenceOf(dataset, 'vendor') : null,
  }))
  await db.insertInto('reference_rows').values(rows).execute()
}

async function addUsers({ db }: TestServer, datasets: SampleData[], caller: string | null): Promise<void> {
  const users = datasets.map(({ accountId: account_id, word, user: id }) => ({
    id,
    account_id,
    username: word,
    email: `${word}@people.example`,
  }))
  await db.insertInto('users').values(users).execute()
  const [expires_at, at] = [new Date(Date.now() + hour), new Date()]
  const sessions = datasets.map(({ word, user, session: id }) => ({
    id,
    code: newId(),
    user_id: caller ?? user,
    client_id: 'console',
    agent: word,
    expires_at,
    exchange_until: expires_at,
    token_changed_at: at,
    proven_at: at,
  }))
  await db.insertInto('sessions').values(sessions).execute()
  const keys = datasets.map(({ word: path, user }) => ({
    id: newId(),
    user_id: caller ?? user,
    path,
    parent: '',
  }))
  await db.insertInto('registry_keys').values(keys).execute()
  const settings = keys.map(({ id: key_id, path }) => ({ key_id, value: JSON.stringify(path) }))
  await db
    .insertInto('registry_values')
    .values(settings.map((row) => ({ ...row, id: newId(), name: 'colour', type: 'string' as const })))
    .execute()
  const links = datasets.map(({ word, user, link: id }) => ({
    id,
    issuer: 'https://id.example.org',
    subject: word,
    user_id: caller ?? user,
    created_at: at,
    last_used_at: at,
  }))
  await db.insertInto('user_identities').values(links).execute()
  const groups = datasets.map(({ word, group: id }) => ({ id, code: word, name: word }))
  await db.insertInto('groups').values(groups).execute()
  const resources = datasets.map(({ word: name, resource: id }) => ({ id, name, type: 'text' as const }))
  await db.insertInto('resources').values(resources).execute()
  const contents = resources.map(({ id: resource_id, name: text }) => ({
    resource_id,
    locale: 'en' as const,
    text,
  }))
  await db.insertInto('resource_contents').values(contents).execute()
  const mails = datasets.map(({ word, mail: id }) => ({
    id,
    recipient: `${word}@people.example`,
    kind: 'password-changed' as const,
    locale: 'en',
    subject: word,
    text: word,
    html: word,
    state: 'failed' as const,
    due_at: at,
    last_error: word,
  }))
  await db.insertInto('mails').values(mails).execute()
  const posts = datasets.map(({ word, accountId: account_id, post: id }) => ({
    id,
    account_id,
    created_at: at,
    due_at: at,
    ended_at: at,
    url: `https://hooks.example.org/${word}`,
    body: '{}',
    state: 'failed' as const,
    last_error: word,
  }))
  await db.insertInto('script_posts').values(posts).execute()
}

async function addLog({ db }: TestServer, datasets: SampleData[]): Promise<SampleData[]> {
  const rows = datasets.map(({ accountId: account_id, word, station: station_id }) => ({
    at: new Date(),
    account_id,
    station_id,
    is_outgoing: false,
    action: 'DataTransfer',
    request: word,
  }))
  const inserted = await db.insertInto('ocpp_log').values(rows).returning(['id', 'request']).execute()
  const logs = new Map(inserted.map(({ id, request }) => [request, String(id)]))
  const happened = await db
    .insertInto('activity')
    .values(
      datasets.map(({ accountId: account_id, word, station: station_id }) => ({
        id: sql<number>`activity_id(now())`,
        at: new Date(),
        account_id,
        station_id,
        kind: 'fault_raised',
        details: JSON.stringify({ info: word }),
      })),
    )
    .returning([sql<string>`id::text`.as('id'), sql<string>`details ->> 'info'`.as('word')])
    .execute()
  const events = new Map(happened.map(({ id, word }) => [word, id]))
  const entries = datasets.map(({ accountId: account_id, word, entry: id }) => ({
    id,
    at: new Date(),
    account_id,
    word,
  }))
  await db
    .insertInto('api_log')
    .values(
      entries.map(({ word, ...entry }) => ({
        ...entry,
        path: '/x',
        parameters: word,
        run_ms: 1,
        status: 200,
        address: word,
      })),
    )
    .execute()
  await db
    .insertInto('event_log')
    .values(
      entries.map(({ word, ...entry }) => ({
        ...entry,
        type: 'error' as const,
        code: 'x',
        event: 'x',
        text: word,
      })),
    )
    .execute()
  const change = { actor: 'system' as const, kind: 'change' as const, class_code: 'card', action: 'update' }
  await db
    .insertInto('audit_log')
    .values(entries.map(({ word: label, ...entry }) => ({ ...entry, ...change, label })))
    .execute()
  return datasets.map((dataset) => ({
    ...dataset,
    log: logs.get(dataset.word)!,
    event: events.get(dataset.word)!,
  }))
}

const tables = [
  'accounts',
  'stations',
  'evses',
  'transactions',
  'reservations',
  'cards',
  'commands',
  'objects',
  'transfers',
  'unmatched_messages',
  'connection_attempts',
  'charging_profiles',
  'files',
  'ocpp_log',
  'unknown_tags',
] as const

/** Returns all rows of an account as text, to verify that nothing was changed. */
export async function rowsOfAccount({ fresh }: TestServer, accountId: string): Promise<string> {
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
