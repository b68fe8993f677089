// Measures the cost of access rules: Authorize with and without them, and a check of the local lists of all stations.
import { setTimeout as pause } from 'node:timers/promises'
import { connectAsSuperuser } from './database.mjs'
import { phaseHead, phaseLine, runPhase } from './phases.mjs'

const active = 50 // stations that send
const rules = 1_000
const cards = 50_000
/** Entries that a station accepts; more than the server generates. */
const entries = 10_000
/** Sets of stations to which different rules apply. */
const groups = 50

/** No rule selects a card and a station of the load: each Authorize passes all of them, the most expensive case. */
const addRules = `insert into access_rules (id, account_id, state, code, label, effect, card_tag, station_tag, times)
  select gen_random_uuid(), a.id, 'enabled', 'B' || n, 'Rule ' || n, 'deny',
    case when n % 2 = 0 then 'bench' || n end, case when n % 2 = 1 then 'bench' || n end,
    case when n % 3 = 0 then '[{"days":[1,2,3,4,5],"from":"08:00","to":"18:00"}]'::jsonb end
  from accounts a, generate_series(1, ${rules}) n`

const addCards = `insert into cards (id, account_id, code, code_folded, name, tags)
    select gen_random_uuid(), a.id, 'BENCH' || n, 'bench' || n, 'Person ' || n, array['bench' || n % 100]
    from accounts a, generate_series(1, ${cards}) n;
  insert into station_configuration (station_id, key, value)
    select s.id, k.key, k.value from stations s,
      (values ('LocalAuthListMaxLength', '${entries}'), ('SendLocalListMaxLength', '100')) k (key, value)`

/** Rules of different sets of stations: their lists differ. */
const groupStations = `update stations s set tags = array['bench' || (n.n % ${groups} * 2 + 1)]
  from (select id, row_number() over (order by id) as n from stations) n where n.id = s.id`

async function measureAuthorize(bench, server, stations) {
  const load = new bench.Load({ url: server.link, stations })
  const client = await connectAsSuperuser(bench.dataDir)
  try {
    await load.open()
    const rows = []
    for (const name of ['Authorize', `Authorize, ${rules} rules`]) {
      const row = await runPhase(server, load, { name, kinds: ['Authorize'], active, seconds: bench.seconds })
      rows.push({ ...row, size: stations.length, active })
      bench.print(phaseLine(rows.at(-1)))
      if (rows.length === 1) await client.query(addRules)
      // the event arrives within milliseconds
      await pause(1_000)
    }
    return rows
  } finally {
    load.close()
    await client.end()
  }
}

/** Waits until the lists of all stations were compared; returns the processor time in ms that it took. */
async function measureCheck(server, client, change) {
  const { now } = (await client.query('select now()')).rows[0]
  const before = await server.cpu()
  await change()
  const unchecked = `select count(*)::int as n from stations s join accounts a on a.id = s.account_id
    left join local_list_syncs y on y.station_id = s.id where coalesce(y.is_automatic, a.auto_local_lists)
      and (y.checked_at is null or y.checked_at < $1)`
  for (;;) {
    await pause(200)
    if ((await client.query(unchecked, [now])).rows[0].n === 0) break
  }
  const after = await server.cpu()
  return {
    serverMs: (after.server - before.server) / 1_000,
    databaseMs: (after.database - before.database) / 1_000,
  }
}

async function measureLists(bench, server) {
  const client = await connectAsSuperuser(bench.dataDir)
  try {
    await client.query(addCards)
    await client.query('analyze')
    const { id } = (await client.query('select id from stations order by id limit 1')).rows[0]
    const ofAll = () => server.call('/account/own/set', { autolocallists: true })
    const addCard = (code) => () => server.call('/card/set', { id: null, code })
    const steps = [
      ['local list of one station', () => server.call('/local_list/set', { id, automatic: 'on' })],
      ['local lists of all stations, equal rules', ofAll],
      ['the same, one card added', addCard('ONE-MORE')],
      [
        `local lists of ${groups} different sets of stations`,
        async () => {
          await client.query(groupStations)
          await addCard('ANOTHER')()
        },
      ],
      ['the same, one card added', addCard('THE-LAST')],
    ]
    const rows = []
    for (const [name, change] of steps) {
      const row = { name, ...(await measureCheck(server, client, change)) }
      bench.print(
        `${name}: ${Math.round(row.serverMs)} ms of the server, ${Math.round(row.databaseMs)} ms of the database`,
      )
      rows.push(row)
    }
    return rows
  } finally {
    await client.end()
  }
}

export async function measureAccess(bench) {
  const server = await bench.serve()
  const stations = await server.addStations(bench.sizes.at(-1))
  bench.print(phaseHead())
  const authorize = await measureAuthorize(bench, server, stations)
  bench.print(`\n${stations.length} stations, ${cards} cards, ${rules} rules`)
  return { authorize, lists: await measureLists(bench, server) }
}
