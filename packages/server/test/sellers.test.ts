import { sellerGet, sellerList, sellerSet } from '@stationmaster/contract'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { address } from './billing-data.ts'
import { InvoiceFixture } from './invoice-fixture.ts'
import type { TestServer, TestUser } from './test-server.ts'

let fixture: InvoiceFixture
let server: TestServer
let operator: TestUser
let id: string
beforeAll(async () => {
  fixture = await InvoiceFixture.open()
  ;({ server, operator, seller: id } = fixture)
})
afterAll(() => server.close())

const set = (fields: object) => server.request(sellerSet, { id, ...fields }, operator)
const refusal = (fields: object) => server.requestError(sellerSet, { id, ...fields }, operator)
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#2266aa' } })
    .webp()
    .toBuffer()

test('the logo of a seller is made smaller, shown by its address, on invoices, and can be removed', async () => {
  const { logo } = await set({ logo: (await picture(2000, 1000)).toString('base64') })
  const shown = await fetch(server.url + logo)
  expect(shown.headers.get('content-disposition')).toBe('inline')
  const bytes = Buffer.from(await shown.arrayBuffer())
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 600, height: 300 })
  const [listed] = await server.request(sellerList, {}, operator)
  expect(listed!.logo).toBe(logo)
  const invoice = await fixture.issue(await fixture.addClient(address), 1000)
  await fixture.work('invoices.documents')
  const [pdf] = (await fixture.invoice(invoice)).documents
  const file = Buffer.from(await (await fetch(server.url + pdf!.url)).arrayBuffer()).toString('latin1')
  expect(file).toMatch(/\/Subtype \/Image\s[^]*?\/Width 600\s/)
  const other = await set({ logo: (await picture(50, 50)).toString('base64') })
  expect(other.logo).not.toBe(logo)
  expect(await set({ name: 'Renamed' })).toMatchObject({ logo: other.logo })
  expect(await set({ logo: null })).toMatchObject({ logo: null })
  const { rows } = await sql`select from seller_logos`.execute(server.db)
  expect(rows).toHaveLength(0)
})

// Proves L241
test('a logo is a picture of at most 1 MiB', async () => {
  const large = Buffer.alloc(1024 * 1024 + 1).toString('base64')
  expect(await refusal({ logo: large })).toMatchObject({ code: 'picture.too_large', field: 'logo' })
  expect(await refusal({ logo: Buffer.from('<svg/>').toString('base64') })).toMatchObject({
    code: 'picture.unreadable',
  })
})

// Proves L242
test('a seller has at most five reminders, in order and each once', async () => {
  expect(await set({ reminderdays: [30, 5, 30] })).toMatchObject({ reminderdays: [5, 30] })
  expect(await set({ reminderdays: [] })).toMatchObject({ reminderdays: [] })
  expect(await refusal({ reminderdays: [1, 2, 3, 4, 5, 6] })).toMatchObject({ status: 400 })
  expect(await refusal({ reminderdays: [0] })).toMatchObject({ status: 400 })
  expect(await server.request(sellerGet, { id }, operator)).toMatchObject({ reminderdays: [] })
})
