import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { clientSet, maxSiteContacts, siteGet, siteList, siteSet } from '@stationmaster/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import { freshDatabase } from './database.ts'
import { type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let operator: TestUser
beforeAll(async () => {
  server = await TestServer.open()
  operator = await server.user('olga')
})
afterAll(() => server.close())

const nothing = { name: null, role: null, phone: null, email: null, language: null, hours: null, note: null }
const reception = { ...nothing, name: 'Reception', phone: '+49 30 1' }
const keeper = {
  name: 'Jens Krüger',
  role: 'Facility manager',
  phone: '+49 30 2',
  email: 'jens@example.org',
  language: 'de',
  hours: 'Mon–Fri 07:00–16:00',
  note: 'Has the key.',
}
const set = (body: Record<string, unknown>, who = operator) =>
  server.request(siteSet, { id: null, ...body }, who)

test('a site has contacts in their order; the first one is that of lists and files', async () => {
  const { id, contacts, ...site } = await set({
    label: 'Port',
    contacts: [reception, { ...keeper, role: ' Keeper ' }],
  })
  expect(contacts).toEqual([reception, { ...keeper, role: 'Keeper' }])
  expect(site).toMatchObject({ contactname: 'Reception', contactphone: '+49 30 1', contactemail: null })
  const moved = await set({ id, contacts: [keeper, reception] })
  expect([moved.contacts, moved.contactname]).toEqual([[keeper, reception], 'Jens Krüger'])
  const found = await server.request(siteList, { filter: { contactemail: 'jens@example.org' } }, operator)
  expect(found.map((each) => each.id)).toEqual([id])
  // an unchanged field is no entry of the audit trail
  await set({ id, contacts: [keeper, reception], city: 'Bern' })
  const entry = await server.db
    .selectFrom('audit_log')
    .select('after')
    .where('object_id', '=', id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(entry.after).toEqual({ city: 'Bern' })
  expect((await set({ id, contacts: [] })).contacts).toEqual([])
})

test('the fields of a single contact set the first one, and keep what they do not name', async () => {
  const { id, contacts } = await set({ label: 'Gate', contactname: 'Ada', contactphone: '1' })
  expect(contacts).toEqual([{ ...nothing, name: 'Ada', phone: '1' }])
  await set({ id, contacts: [keeper, reception] })
  expect((await set({ id, contactphone: '2' })).contacts).toEqual([{ ...keeper, phone: '2' }, reception])
  const gone = { id, contactname: null, contactphone: null, contactemail: ' ' }
  expect((await set(gone)).contacts).toEqual([reception])
})

// Proves L176
test.each([
  [[{ role: 'Guard', phone: ' ' }], 'value.required', 'contacts[0].name'],
  [[reception, { name: 'x'.repeat(121) }], 'value.too_long', 'contacts[1].name'],
  [[{ ...reception, language: 'German' }], 'value.pattern', 'contacts[0].language'],
  [Array.from({ length: maxSiteContacts + 1 }, () => reception), 'value.too_many_items', 'contacts'],
])('%j are refused', async (contacts, code, field) => {
  const refused = await server.requestError(siteSet, { id: null, label: 'Wrong', contacts }, operator)
  expect(refused).toMatchObject({ status: 400, code, field })
})

test('users of a client see the contacts of its sites only', async () => {
  const client = await server.request(clientSet, { id: null, name: 'Host' }, operator)
  const { id: user } = await server.addUser('clara')
  await server.db.updateTable('users').set({ client_id: client.id }).where('id', '=', user).execute()
  const member = await server.signIn('clara')
  const own = await set({ label: 'Own', client: client.id, contacts: [reception] })
  const other = await set({ label: 'Other', contacts: [keeper] })
  expect((await server.request(siteGet, { id: own.id }, member)).contacts).toEqual([reception])
  expect(await server.requestError(siteGet, { id: other.id }, member)).toMatchObject({ status: 404 })
  const search = { search: [{ field: 'contactname', compare: 'LKE', value: '%' }] } as const
  const seen = await server.request(siteList, { ...search, fields: ['contactname'] }, member)
  expect(seen).toEqual([{ contactname: 'Reception' }])
})

test('the contact of a site of an older server is the first of its contacts', async () => {
  const step = join(import.meta.dirname, '../src/storage/migrations/0101_site-contacts-and-escalation.sql')
  const fresh = await freshDatabase()
  try {
    // as stored by the older server
    await fresh.pool.query(`alter table sites drop column contacts, add contact_name text, add contact_phone text,
        add contact_email text;
      alter table incident_escalations drop constraint incident_escalations_target,
        drop constraint incident_escalations_off, add check (num_nonnulls(user_id, group_id) = 1);
      insert into accounts (id, code, name) values ('${newId()}', 'old', 'Old');
      insert into sites (id, account_id, code, label, contact_name, contact_phone, contact_email)
        select gen_random_uuid(), id, 'A', 'A', 'Ada', '+1', 'a@example.org' from accounts union all
        select gen_random_uuid(), id, 'B', 'B', null, '+2', null from accounts union all
        select gen_random_uuid(), id, 'C', 'C', null, null, null from accounts`)
    await fresh.pool.query(await readFile(step, 'utf8'))
    const { rows } = await fresh.pool.query('select contacts from sites order by code')
    expect(rows).toEqual([
      { contacts: [{ ...nothing, name: 'Ada', phone: '+1', email: 'a@example.org' }] },
      { contacts: [{ ...nothing, phone: '+2' }] },
      { contacts: [] },
    ])
  } finally {
    await fresh.close()
  }
})
