import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { largeTables, longLocks } from './migration-locks.ts'

const folder = join(import.meta.dirname, 'migrations')

// Proves G25
test('no new migration locks a large table for long', async () => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql'))
  const found = await Promise.all(
    names.map(async (name) => longLocks(name, await readFile(join(folder, name), 'utf8'))),
  )
  expect(found.flat()).toEqual([])
})

test('every large table exists', async () => {
  const tables = await readFile(join(import.meta.dirname, 'tables.gen.ts'), 'utf8')
  for (const name of largeTables) expect(tables).toMatch(new RegExp(`^  ${name}: `, 'm'))
})

const locking = [
  'create index transactions_tag on transactions (id_tag)',
  'CREATE UNIQUE INDEX IF NOT EXISTS x\n  ON only ocpp_log (id)',
  'alter table transactions alter column energy_wh type numeric',
  'alter table transactions add column a int, alter b set data type text',
  'alter table ratings add column key uuid not null default gen_random_uuid()',
  'alter table ratings add column seen timestamptz default clock_timestamp()',
  'alter table charges add column n bigint generated always as identity',
  'alter table charges add column total bigint generated always as (net_minor + tax_minor) stored',
  'alter table charges add n bigserial',
  'alter table transactions alter column card_id set not null',
  'alter table transactions add constraint positive check (energy_wh >= 0)',
  'alter table transactions add foreign key (card_id) references cards',
  'alter table if exists only charges add unique (id, account_id)',
  "update transactions set state = 'closed' where state = 'open'",
  'delete from ocpp_log where id < 5',
  'lock table meter_values',
]

test.each(locking)('%s is rejected', (statement) => {
  expect(longLocks('0200_x.sql', `-- Something. Older servers: none.\n${statement};\n`)).toHaveLength(1)
  expect(longLocks('0100_x.sql', `${statement};`)).toEqual([])
  expect(
    longLocks('0200_x.sql', `-- locks charges: no installation has more than 1,000 rows\n${statement};`),
  ).toEqual([])
})

const harmless = [
  'create index sites_name on sites (name)',
  'create table parking (id uuid primary key); create index parking_id on parking (id)',
  'alter table transactions add column note text',
  "alter table transactions add column kind text not null default 'public'",
  'alter table transactions add column at timestamptz not null default now()',
  'alter table transactions add constraint positive check (energy_wh >= 0) not valid',
  'alter table transactions validate constraint positive',
  'alter table transactions drop column note',
  'create function f() returns void language sql as $$ update transactions set note = null; $$',
  'create trigger t after insert on transactions for each row execute function f()',
]

test.each(harmless)('%s is accepted', (statement) => {
  expect(longLocks('0200_x.sql', `${statement};`)).toEqual([])
})
