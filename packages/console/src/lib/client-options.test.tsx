import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { setTimeout as delay } from 'node:timers/promises'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { show } from '../../test/render.tsx'
import { SelectField } from '../ui/form/fields.tsx'
import { useClientOptions } from './client-options.ts'
import { applyPageConfig } from './page-config.ts'

const clients = [
  { id: '1', code: '1001', name: 'Utility', email: 'office@utility.example' },
  { id: '2', code: '1002', name: 'Bakery', email: 'owner@bread.example' },
]

let searches: string[]
beforeEach(() => {
  searches = []
  applyPageConfig({ authorize: false, debug: false })
  vi.stubGlobal('fetch', (_address: string, { body }: { body: string }) => {
    const { search = [] } = JSON.parse(body) as { search?: { value: string }[] }
    const wanted = search[0]?.value.replaceAll('%', '').toLowerCase() ?? ''
    searches.push(wanted)
    const found = clients.filter(({ name, code, email }) =>
      [name, code, email].some((field) => field.toLowerCase().includes(wanted)),
    )
    return Promise.resolve(Response.json(found))
  })
})
afterEach(() => vi.unstubAllGlobals())

function Field() {
  const [client, setClient] = useState<string | null>('1')
  const options = useClientOptions({ client: '1', clientname: 'Utility' })
  return <SelectField label="Client" {...options} value={client} onChange={setClient} />
}

/** Longer than the delay of a search. */
const aSearch = 600

it('a client is found by its email, and its label is not searched for', async () => {
  await show(<Field />)
  const field = await screen.findByRole('combobox', { name: 'Client' })
  await delay(aSearch)
  expect(searches).toEqual([''])
  act(() => field.focus())
  fireEvent.change(field, { target: { value: 'bread' } })
  await waitFor(() => expect(searches).toEqual(['', 'bread']))
  fireEvent.click(await screen.findByRole('option', { name: 'Bakery · 1002', hidden: true }))
  act(() => field.blur())
  await delay(aSearch)
  expect(screen.getByDisplayValue('Bakery · 1002')).toBeTruthy()
  expect(new Set(searches)).toEqual(new Set(['', 'bread']))
})
