import { sql } from 'kysely'
import { newId } from '../src/shared/ids.ts'
import { referenceKinds, referenceOf, type SampleData } from './sample-ids.ts'
import type { Db } from '../src/storage/transaction.ts'

const hour = 3_600_000

/** References belong to no account and all users may read them, so they do not contain the unique word. */
export async function addReferences({ db }: { db: Db }, dataset: SampleData): Promise<void> {
  const rows = referenceKinds.map((kind) => ({
    id: referenceOf(dataset, kind),
    kind,
    code: dataset.reference,
    name: 'of sample data',
    parent_id: kind === 'model' ? referenceOf(dataset, 'vendor') : null,
  }))
  await db.insertInto('reference_rows').values(rows).execute()
}

export async function addUsers(
  { db }: { db: Db },
  datasets: SampleData[],
  caller: string | null,
): Promise<void> {
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
  const views = datasets.map(({ accountId: account_id, word: name, user, savedView: id }) => ({
    id,
    account_id,
    user_id: caller ?? user,
    list: 'stations',
    name,
    search: `q=${name}`,
    is_shared: caller === null,
    created_at: at,
    updated_at: at,
  }))
  await db.insertInto('saved_views').values(views).execute()
  const starts = datasets.map(
    ({ accountId: account_id, user, station, freeConnector, driverCharge: key }) => ({
      account_id,
      key,
      user_id: caller ?? user,
      station_id: station,
      evse_id: freeConnector,
      refusal: 'station.offline',
    }),
  )
  await db.insertInto('driver_charges').values(starts).execute()
  const reports = datasets.map(
    ({ accountId: account_id, word: text, user, station: station_id, problemReport: id }) => ({
      id,
      account_id,
      user_id: caller ?? user,
      station_id,
      category: 'other' as const,
      text,
      // old enough not to count for the reports within an hour, and young enough for a picture
      created_at: new Date(Date.now() - 90 * 60_000),
    }),
  )
  await db.insertInto('problem_reports').values(reports).execute()
  if (caller === null) {
    const waits = datasets.map(({ accountId: account_id, user: user_id, station: place_id }) => ({
      id: newId(),
      account_id,
      user_id,
      place_id,
      joined_at: at,
    }))
    await db.insertInto('queue_places').values(waits).execute()
    const favourites = datasets.map(({ accountId: account_id, user: user_id, station: place_id }) => ({
      user_id,
      place_id,
      account_id,
      created_at: at,
    }))
    await db.insertInto('driver_favourites').values(favourites).execute()
    const cancellations = datasets.map(({ accountId: account_id }) => ({
      run_id: newId(),
      account_id,
      created_at: at,
    }))
    await db.insertInto('queue_cancellations').values(cancellations).execute()
  }
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

export async function addLog({ db }: { db: Db }, datasets: SampleData[]): Promise<SampleData[]> {
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
