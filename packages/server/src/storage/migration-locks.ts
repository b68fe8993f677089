/** Last migration that was written before these rules. */
const lastUnchecked = 132

/** Tables that grow with stations and time, up to millions of rows, and that a running server writes all the time. */
export const largeTables = [
  'activity',
  'api_log',
  'audit_log',
  'charges',
  'commands',
  'event_log',
  'evse_states',
  'invoice_lines',
  'ledger_journals',
  'ledger_transfers',
  'meter_values',
  'ocpp_log',
  'owner_shares',
  'ratings',
  'revenue_entries',
  'transactions',
] as const

interface Rule {
  /** Matches the statement in lower case with single spaces; the first group is the table. */
  form: RegExp
  problem: string
}

const table = '(?:if exists )?(?:only )?"?([a-z_]+)"?'
const volatile = '(?:gen_random_uuid|random|clock_timestamp|timeofday|nextval|uuidv[47])\\('

const rules: readonly Rule[] = [
  {
    form: new RegExp(`^create (?:unique )?index (?!concurrently).*? on ${table}`),
    problem: 'creates an index, which blocks writes while it reads the table',
  },
  {
    form: new RegExp(`^alter table ${table} .*\\balter (?:column )?\\S+ (?:set data )?type `),
    problem: 'changes the type of a column, which rewrites the table',
  },
  {
    form: new RegExp(`^alter table ${table} .*\\badd (?:column )?.*\\bdefault [^,]*${volatile}`),
    problem: 'adds a column with a volatile default, which rewrites the table',
  },
  {
    form: new RegExp(
      `^alter table ${table} .*\\badd (?:column )?.*(?: (?:small|big)?serial\\b| as identity| stored\\b)`,
    ),
    problem: 'adds a column with computed values, which rewrites the table',
  },
  {
    form: new RegExp(`^alter table ${table} .*\\bset not null`),
    problem: 'forbids null, which reads the table while it is locked',
  },
  {
    form: new RegExp(
      `^alter table ${table} (?!.*not valid).*\\badd (?:constraint|check|foreign key|unique|primary key|exclude)\\b`,
    ),
    problem: 'adds a constraint without "not valid", which reads the table while it is locked',
  },
  {
    form: new RegExp(`^(?:update|delete from|truncate(?: table)?|lock(?: table)?|cluster|vacuum) ${table}`),
    problem: 'changes or locks all rows in the transaction of the migration',
  },
]

/** Comment above a statement that locks a large table for a reason. */
const exception = /--\s*locks [a-z_]+: \S/

/** Returns the statements of a migration that would lock a large table for long, with the reason. */
export function longLocks(name: string, text: string): string[] {
  if (Number.parseInt(name, 10) <= lastUnchecked) return []
  const created = new Set([...text.matchAll(/create table (?:if not exists )?(\w+)/gi)].map(([, one]) => one))
  // bodies of functions are not executed by the migration; semicolons in them separate nothing
  const statements = text.replaceAll(/\$(\w*)\$.*?\$\1\$/gs, "''").split(';')
  return statements.flatMap((statement) => {
    if (exception.test(statement)) return []
    const plain = statement.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim().toLowerCase()
    return rules.flatMap(({ form, problem }) => {
      const [, changed] = form.exec(plain) ?? []
      const isLarge = largeTables.some((one) => one === changed) && !created.has(changed)
      return isLarge ? [`${name}: "${plain.slice(0, 80)}" ${problem}`] : []
    })
  })
}
