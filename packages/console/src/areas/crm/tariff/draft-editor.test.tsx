import type { TariffDefinition, TariffVersion } from '@stationmaster/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { show } from '../../../../test/render.tsx'
import type { Tariff } from '../../../features/tariffs/tariff-columns.tsx'
import { applyPageConfig } from '../../../lib/page-config.ts'
import { changeLanguage } from '../../../lib/texts.ts'
import { DraftEditor } from './draft-editor.tsx'

const tariff = { id: '01990000-0000-7000-8000-000000000001', currency: 'EUR', methods: {} } as Tariff
const definition: TariffDefinition = {
  currency: 'EUR',
  tax_included: 'YES',
  vat: 1900,
  elements: [
    {
      price_components: [{ type: 'ENERGY', price: '0.64' }],
      restrictions: { start_time: '07:00', end_time: '21:00' },
    },
    { price_components: [{ type: 'ENERGY', price: '0.49' }] },
  ],
}
const draft = {
  id: 'v2',
  tariff: tariff.id,
  number: 2,
  statecode: 'draft',
  definition,
  commission: 0,
  version_no: 3,
  lastupdate: '2026-03-01T10:00:00.000Z',
} as TariffVersion
const price = { total: 2010, lines: [{ service: 'energy', amount: 2010 }] }

let saved: unknown[]
beforeEach(() => {
  saved = []
  applyPageConfig({ authorize: false, debug: false })
  vi.stubGlobal('fetch', (path: string, { body }: { body: string }) => {
    if (path.endsWith('/version/set')) saved.push(JSON.parse(body))
    const answer = path.endsWith('/tariff/price') ? price : path.endsWith('/version/set') ? draft : []
    return Promise.resolve(Response.json(answer))
  })
})
afterEach(() => vi.unstubAllGlobals())

const open = () =>
  show(<DraftEditor tariff={tariff} versions={[draft]} active={null} draft={draft} />, {
    texts: ['tariffs', 'errors'],
  })
const priceOf = (number: number) => screen.getByRole<HTMLInputElement>('textbox', { name: `Price ${number}` })
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const words = () => screen.getByRole('region', { name: 'Price in words' }).textContent

it('an invalid price is reported at its field, and the last valid words stay', async () => {
  await open()
  type(priceOf(2), '0.4x')
  expect(await screen.findByText(/Enter the price as a decimal number/)).toBeTruthy()
  expect(words()).toContain('€0.49')
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save draft' })
  expect(save.disabled).toBe(true)
  type(priceOf(2), '0,55')
  await waitFor(() => expect(words()).toContain('€0.55'))
  fireEvent.click(save)
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]).toMatchObject({
    id: tariff.id,
    version_no: 3,
    definition: { elements: [{}, { price_components: [{ price: '0.55' }] }] },
  })
})

it('numbers have the decimal separator of the language', async () => {
  await open()
  await act(() => changeLanguage('de'))
  const field = screen.getByDisplayValue('0,64')
  type(field, '0.70')
  expect(screen.getByDisplayValue('0,70')).toBe(field)
  fireEvent.click(screen.getByRole('button', { name: 'Entwurf speichern' }))
  const elements = [{ price_components: [{ price: '0.70' }] }, { price_components: [{ price: '0.49' }] }]
  await waitFor(() => expect(saved).toMatchObject([{ definition: { elements } }]))
  await act(() => changeLanguage('en'))
})

it('lines are moved by keys and buttons; a line that never applies has a warning below it', async () => {
  await open()
  priceOf(2).focus()
  fireEvent.keyDown(priceOf(2), { key: 'ArrowUp', altKey: true })
  expect(priceOf(1).value).toBe('0.49')
  expect(document.activeElement).toBe(priceOf(1))
  const second = screen.getByRole('listitem', { name: 'Price 2' })
  expect(within(second).getByText(/This price never applies/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Move price 2 up' }))
  expect(priceOf(1).value).toBe('0.64')
})

it('lines are added and removed, and conditions are edited', async () => {
  await open()
  fireEvent.click(screen.getByRole('button', { name: 'Add price' }))
  expect(priceOf(3).value).toBe('')
  fireEvent.click(screen.getByRole('button', { name: 'Remove price 3' }))
  expect(screen.queryByRole('textbox', { name: 'Price 3' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: /^Conditions of price 2/ }))
  type(screen.getByLabelText('To energy'), '20')
  expect(await screen.findByText(/At some times or for some quantities/)).toBeTruthy()
})
