// Measures starts and stops of sessions by who pays for them. The sessions of a phase are priced after it.
import { setTimeout as pause } from 'node:timers/promises'
import { connectAsSuperuser } from './database.mjs'
import { addTariff } from './money.mjs'
import { middleOf, phaseHead, phaseLine, runPhase } from './phases.mjs'

/** Stations of each payer, in the order of their cards. */
const each = 50
/** Payers of sessions; the cards of the first belong to no client, so that there is none. */
const payers = ['no client', 'client', 'prepaid client', 'guest']
/** With a second to warm up, phases end before the job prices their first session: it leaves those of the last 3.5 seconds. */
const seconds = 2
const kinds = [
  ['Start and Stop in turn', ['StartTransaction', 'StopTransaction']],
  ['Start alone', ['StartTransaction']],
  ['Stop alone', ['StopTransaction']],
]

const seed = `
insert into evses (id, account_id, station_id, evse_no, max_power_w)
  select gen_random_uuid(), account_id, id, 1, 50000 from stations on conflict do nothing;
create temp table payers as select id as card_id, account_id, gen_random_uuid() as id,
    (row_number() over (order by code) - 1) / ${each} as place, row_number() over (order by code) as n from cards;
insert into clients (id, account_id, state, code, name, currency_code, is_prepaid)
  select id, account_id, 'enabled', 'P' || n, 'Client ' || n, 'EUR', place = 2 from payers where place > 0;
update cards k set client_id = p.id from payers p where p.card_id = k.id and p.place > 0;
insert into ledger_accounts (id, account_id, kind, ref, currency, code, limit_minor)
  select gen_random_uuid(), account_id, 'client', id::text, 'EUR', 'P' || n || '-EUR', 1000000000 from payers where place = 2;
insert into payments (id, account_id, client_id, type, purpose, state, currency, amount_minor, authorised_minor)
  select id, account_id, id, 'offline', 'guest', 'cancelled', 'EUR', 5000, 5000 from payers where place = 3;
insert into guest_charges (id, account_id, station_id, evse_id, card_id, secret_hash, key_hash, address_hash, locale,
    outcome, ended_at, created_at)
  select p.id, p.account_id, e.station_id, e.id, p.card_id, sha256(p.id::text::bytea), sha256(p.id::text::bytea),
    sha256(p.id::text::bytea), 'en', 'free', now(), now()
  from payers p join (select *, row_number() over (order by id) as n from evses) e on e.n = p.n where p.place = 3;
`

async function untilPriced(client) {
  const isWaiting = async () => (await client.query('select from rating_queue limit 1')).rows.length > 0
  while (await isWaiting()) await pause(200)
}

export async function measurePayers(bench) {
  const first = await bench.serve()
  const stations = await first.addStations(each * payers.length)
  const setup = await connectAsSuperuser(bench.dataDir)
  await setup.query(seed + addTariff)
  await setup.end()
  await first.stop()
  // it has read neither tariffs nor clients
  const server = await bench.serve()
  const client = await connectAsSuperuser(bench.dataDir)
  const load = new bench.Load({ url: server.link, stations })
  const rows = []
  try {
    await load.open()
    bench.print(phaseHead())
    // what runs first is not compiled yet
    await load.run({ kinds: kinds[0][1], active: each, seconds })
    for (const [name, list] of kinds) {
      const rounds = payers.map(() => [])
      for (let round = 0; round < bench.rounds; round++)
        for (const [place, payer] of payers.entries()) {
          await untilPriced(client)
          const phase = { name: `${name}: ${payer}`, kinds: list, active: each, first: place * each, seconds }
          rounds[place].push(await runPhase(server, load, phase))
        }
      for (const ofPayer of rounds) {
        rows.push(middleOf(ofPayer))
        bench.print(phaseLine(rows.at(-1)))
      }
    }
    await untilPriced(client)
    const { rows: held } = await client.query(
      'select hold_reason as reason, count(*)::int as sessions from ratings group by 1',
    )
    bench.print(
      `priced: ${held.map(({ reason, sessions }) => `${sessions} ${reason ?? 'charged'}`).join(', ')}`,
    )
    return rows
  } finally {
    load.close()
    await client.end()
  }
}
