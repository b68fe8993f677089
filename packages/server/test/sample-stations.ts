import { createAuthority } from '../src/modules/certificates/internal-authority.ts'
import { newId } from '../src/shared/ids.ts'
import type { SampleData } from './sample-ids.ts'
import type { Db } from '../src/storage/transaction.ts'

export async function addStations(
  { db }: { db: Db },
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
  const pictures = datasets.flatMap(({ file, siteFile, clientFile, ...of }) => [
    { ...of, object_id: of.station, id: file },
    { ...of, object_id: of.site, id: siteFile },
    { ...of, object_id: of.client, id: clientFile },
  ])
  const files = pictures.map(({ accountId: account_id, word, object_id, id }) => ({
    id,
    account_id,
    object_id,
    name: word,
    type: 'image/webp',
    size: word.length,
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
  const expires = new Date(Date.now() + 86_400_000)
  const made = { created_at: new Date(), expires_at: expires }
  const { certificate } = await createAuthority(made.created_at)
  const authorities = datasets.map(({ authority: id, word }) => ({
    id,
    common_name: word,
    certificate,
    key_encrypted: Buffer.alloc(1),
    created_at: made.created_at,
    // not counted for the limit of accepted ones
    expires_at: made.created_at,
  }))
  await db.insertInto('certificate_authorities').values(authorities).execute()
  const certificates = datasets.map(({ accountId, station, certificate: id, authority, word }) => ({
    id,
    account_id: accountId,
    station_id: station,
    authority_id: authority,
    state: 'installed' as const,
    serial: id,
    fingerprint: id,
    subject: `CN=${word}`,
    issuer: 'CN=Authority',
    certificate: '',
    valid_from: made.created_at,
    valid_until: expires,
    issued_at: made.created_at,
  }))
  await db.insertInto('station_certificates').values(certificates).execute()
  const roots = datasets.map(({ accountId, station, root: id, word }) => ({
    id,
    account_id: accountId,
    station_id: station,
    kind: 'ManufacturerRootCertificate' as const,
    state: 'installed' as const,
    subject: `CN=${word}`,
    hash_algorithm: 'SHA256' as const,
    issuer_name_hash: word,
    issuer_key_hash: word,
    serial: word,
    changed_at: made.created_at,
  }))
  await db.insertInto('station_roots').values(roots).execute()
  const events = datasets.map(({ accountId, station, securityEvent: id, word }) => ({
    id,
    account_id: accountId,
    station_id: station,
    type: word,
    happened_at: made.created_at,
  }))
  await db.insertInto('security_events').values(events).execute()
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

const about = ({ accountId: account_id, station: station_id, code, card: card_id }: SampleData) => ({
  account_id,
  station_id,
  evse_no: 1,
  card_id,
  id_tag: code,
  id_tag_folded: code.toLowerCase(),
})

export async function addSessions(
  { db }: { db: Db },
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
    contacts: JSON.stringify([{ name: word }]),
    state: 'enabled',
  }))
  await db.insertInto('sites').values(sites).execute()
  const rules = datasets.map(({ accountId: account_id, word, accessRule: id, card: card_id }) => ({
    id,
    account_id,
    owner_id,
    card_id,
    code: word,
    label: word,
    effect: 'allow' as const,
    state: 'enabled',
  }))
  await db.insertInto('access_rules').values(rules).execute()
  const cars = datasets.map(({ accountId: account_id, word, car: id, client: client_id }) => ({
    id,
    account_id,
    owner_id,
    client_id,
    identity: word,
    state: 'enabled',
  }))
  await db.insertInto('cars').values(cars).execute()
  const drivers = datasets.map(({ accountId: account_id, word, car: car_id, carDriver: id }) => ({
    id,
    account_id,
    car_id,
    name: word,
    created_at: startedAt,
  }))
  await db.insertInto('car_drivers').values(drivers).execute()
  const tags = datasets.map(({ accountId: account_id, word, station: station_id }) => ({
    account_id,
    code: `${word}-X`,
    code_folded: `${word}-x`.toLowerCase(),
    station_id,
  }))
  await db.insertInto('unknown_tags').values(tags).execute()
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
  const carsOfSessions = datasets.map(
    ({ accountId: account_id, transaction: transaction_id, car: car_id }) => ({
      account_id,
      transaction_id,
      car_id,
    }),
  )
  await db.insertInto('session_cars').values(carsOfSessions).execute()
  const reservations = datasets.map((dataset) => ({
    ...about(dataset),
    id: dataset.reservation,
    number: dataset.number,
    state: 'active' as const,
    expires_at: expiresAt,
  }))
  await db.insertInto('reservations').values(reservations).execute()
  const exclusions = datasets.map(({ accountId: account_id, word, station: station_id, exclusion: id }) => {
    const period = { starts_at: new Date(Date.now() - 3_600_000), ends_at: new Date() }
    const proof = { reason: 'vandalism', description: word, evidence: word }
    return { id, account_id, station_id, ...period, ...proof }
  })
  await db.insertInto('availability_exclusions').values(exclusions).execute()
  const proofs = datasets.map(
    ({ accountId: account_id, word: name, exclusion: exclusion_id, exclusionFile: id }) => ({
      id,
      account_id,
      exclusion_id,
      name,
      type: 'image/webp',
      content: Buffer.from(name),
    }),
  )
  await db.insertInto('exclusion_files').values(proofs).execute()
  const targets = datasets.map(({ accountId: account_id, site: site_id }) => ({
    account_id,
    site_id,
    target: 99,
    updated_at: new Date(),
  }))
  await db.insertInto('availability_targets').values(targets).execute()
  const notes = datasets.map(({ accountId: account_id, word: text, station: object_id, note: id }) => {
    const at = new Date()
    return { id, account_id, class_code: 'charge_point', object_id, text, created_at: at, updated_at: at }
  })
  await db.insertInto('notes').values(notes).execute()
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

export async function addCommands({ db }: { db: Db }, datasets: SampleData[]): Promise<void> {
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
