// Measures pages, counts and text searches of the administrators' logs at the length of years of service.
import { measureQuestions } from './lists.mjs'

/** Age of the oldest row in days; the rows are evenly spaced. */
const days = { api_log: 30, event_log: 180, audit_log: 365 }

const ago = (table, rows) => `(${rows} - n) * (interval '${days[table]} days' / ${rows})`

const steps = (rows) => [
  [
    `${rows} calls`,
    `select make_partition('api_log', 'api_log_' || to_char(day, 'YYYYMMDD'), day::timestamp at time zone 'UTC',
         (day + 1)::timestamp at time zone 'UTC')
       from (select current_date - n as day from generate_series(2, ${days.api_log + 1}) n) d;
     insert into api_log (id, at, account_id, user_id, username, session_id, path, parameters, run_ms, status, address)
       select uuidv7(-${ago('api_log', rows)}), now() - ${ago('api_log', rows)}, k, k, 'person' || n % 50, k,
         (array['/charge_point/list', '/charge_point/get', '/connector/list', '/charge_point/transaction/list',
           '/whoami', '/notice/count', '/card/list', '/ocpp/log/list'])[1 + n % 8],
         '{"filter":{"stationid":"' || k || '"},"reclimit":' || n % 100 || ',"orderby":["datetime DESC"]}',
         n % 30, case when n % 50 = 0 then 404 else 200 end, '10.0.' || n % 256 || '.' || n % 251
       from generate_series(1, ${rows}) n, lateral md5(n::text) m, lateral uuid(m) k`,
  ],
  [
    `${rows} events`,
    `select make_partition('event_log', 'event_log_' || to_char(month, 'YYYYMM'), month at time zone 'UTC',
         (month + interval '1 month') at time zone 'UTC')
       from (select date_trunc('month', now()::timestamp) - n * interval '1 month' as month from generate_series(2, 7) n) m;
     insert into event_log (id, at, type, code, event, text, username, object, correlation)
       select uuidv7(-${ago('event_log', rows)}), now() - ${ago('event_log', rows)},
         (array['warning', 'error', 'message'])[1 + n % 3], (array['web', 'jobs', 'mail', 'sign-in', 'audit'])[1 + n % 5],
         (array['a request failed', 'wrong password', 'not delivered', 'a job failed'])[1 + n % 4],
         'Error: something went wrong with number ' || n || ', and it went wrong with it once more',
         case when n % 4 = 0 then 'person' || n % 50 end, 'CP-' || n % 2000, case when n % 2 = 0 then md5(n::text) end
       from generate_series(1, ${rows}) n`,
  ],
  [
    `${rows} changes`,
    `alter table audit_log disable trigger audit_log_grown;
     insert into audit_log (id, at, account_id, actor, user_id, username, kind, class_code, object_id, label, action,
         before, after, seq, hash, correlation)
       select uuidv7(-${ago('audit_log', rows)}), now() - ${ago('audit_log', rows)}, k, 'person', k, 'person' || n % 50,
         (array['change', 'method', 'command'])[1 + n % 3],
         (array['card', 'charge_point', 'user', 'connector'])[1 + n % 4], k::text, 'Thing number ' || n,
         (array['update', 'create', 'enable', 'Reset'])[1 + n % 4],
         json_build_object('name', 'old ' || n), json_build_object('name', 'new ' || n), n + 1000, sha256(m::bytea), m
       from generate_series(1, ${rows}) n, lateral md5(n::text) m, lateral uuid(m) k;
     alter table audit_log enable trigger audit_log_grown`,
  ],
  ['statistics', 'vacuum analyze api_log', 'vacuum analyze event_log', 'vacuum analyze audit_log'],
]

async function seed(client, { listRows: rows, print }) {
  for (const [what, ...texts] of steps(rows)) {
    const since = performance.now()
    for (const text of texts) await client.query(text)
    print(`${what}: ${((performance.now() - since) / 1000).toFixed(1)} s`)
  }
}

const paths = { api_log: '/admin/api/log', event_log: '/admin/event/log', audit_log: '/admin/audit' }

/** Returns a row from the middle of each. */
async function examplesOf(client) {
  const found = {}
  for (const table of Object.keys(paths)) {
    const text = `select id from ${table} where at <= now() - interval '${days[table] / 2} days' order by at desc limit 1`
    found[table] = (await client.query(text)).rows[0].id
  }
  return found
}

const term = (field, compare, value) => ({ condition: 'AND', field, compare, value })
const sinceDays = (count) => [
  term('datetime', 'GEQ', new Date(Date.now() - count * 86_400_000).toISOString()),
]

const questions = (middle) =>
  Object.entries(paths).flatMap(([table, path]) => {
    const search = sinceDays(days[table])
    return [
      [`${table}: first page of all`, `${path}/list`, { search, reclimit: 100 }],
      [`${table}: a page behind the middle`, `${path}/list`, { after: middle[table], reclimit: 100 }],
      [`${table}: offset 9 950`, `${path}/list`, { search, recoffset: 9_950, reclimit: 50 }],
      [`${table}: of one person`, `${path}/list`, { search, filter: { username: 'person7' }, reclimit: 100 }],
      [`${table}: counted`, `${path}/count`, { search }],
      [`${table}: a text that is nowhere`, `${path}/search`, { search, text: 'nowhere' }],
      [
        `${table}: the same, on from the middle`,
        `${path}/search`,
        { search, text: 'nowhere', after: middle[table] },
      ],
      [
        `${table}: a text of one person`,
        `${path}/search`,
        { text: 'nowhere', filter: { username: 'person7' } },
      ],
      [`${table}: a text that is often`, `${path}/search`, { search, text: 'person7' }],
      [`${table}: a text in letters of another script`, `${path}/search`, { search, text: 'нигде' }],
    ]
  })

export const measureJournals = (bench) =>
  measureQuestions(bench, { seed, examplesOf, questions, callers: ['admin'] })
