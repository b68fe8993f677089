import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { show } from '../../test/render.tsx'
import { MultiSelectField } from '../ui/form/fields.tsx'
import { applyPageConfig } from './page-config.ts'
import { useSitesOptions } from './site-options.ts'

const sites = ['Harbour', 'Airport', 'Castle'].map((label, n) => ({ id: `${n}`, code: `S${n}`, label }))

interface Query {
  search?: { value: string }[]
  filter?: { id: string[] }
}

beforeEach(() => {
  applyPageConfig({ authorize: false, debug: false })
  vi.stubGlobal('fetch', (_address: string, { body }: { body: string }) => {
    const { search = [], filter } = JSON.parse(body) as Query
    const wanted = search[0]?.value.replaceAll('%', '').toLowerCase()
    // as if there were too many sites to return without a search
    const found = sites.filter(
      ({ id, label }) => filter?.id.includes(id) || (wanted && label.toLowerCase().includes(wanted)),
    )
    return Promise.resolve(Response.json(found))
  })
})
afterEach(() => vi.unstubAllGlobals())

function Field() {
  const [chosen, setChosen] = useState<string[]>(['0'])
  const options = useSitesOptions(['0'])
  return <MultiSelectField label="Sites" {...options} value={chosen} onChange={setChosen} />
}

it('several sites are found on the server, and the selected ones keep their names', async () => {
  await show(<Field />)
  const field = await screen.findByRole('combobox', { name: 'Sites' })
  await screen.findByText('Harbour')
  for (const { label, code } of sites.slice(1)) {
    act(() => field.focus())
    fireEvent.change(field, { target: { value: label.slice(0, 4) } })
    fireEvent.click(await screen.findByRole('option', { name: `${label} · ${code}`, hidden: true }))
  }
  await waitFor(() => expect(screen.getByText('Castle · S2')).toBeTruthy())
  expect(screen.getByText('Airport · S1')).toBeTruthy()
  expect(screen.getByText('Harbour')).toBeTruthy()
})
