import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { show } from '../../../../test/render.tsx'
import type { Client } from '../../../features/clients/client-columns.tsx'
import { applyPageConfig } from '../../../lib/page-config.ts'
import { ClientDetails } from './details.tsx'

const client = {
  id: '01990000-0000-7000-8000-000000000001',
  version_no: 1,
  typecode: 'company',
  statecode: 'enabled',
  name: 'Utility',
  code: '1001',
  tags: [],
} as unknown as Client // Only the fields that the form reads.

let sent: { version_no?: number; name?: string }[]
beforeEach(() => {
  sent = []
  applyPageConfig({ authorize: false, debug: false })
  vi.stubGlobal('fetch', (address: string, { body }: { body: string }) => {
    if (!address.endsWith('/client/set')) return Promise.resolve(Response.json([]))
    sent.push(JSON.parse(body) as { version_no: number })
    const error = { code: 'object.edited', message: 'Edited by someone else.' }
    return Promise.resolve(Response.json({ error }, { status: 409 }))
  })
})
afterEach(() => vi.unstubAllGlobals())

/** Button that stores a change of another user, as a hint would load it. */
function Details() {
  const [stored, setStored] = useState(client)
  const version_no = stored.version_no + 1
  return (
    <>
      <button
        type="button"
        onClick={() => setStored({ ...stored, version_no, name: `Utility ${version_no}` })}
      >
        change
      </button>
      <ClientDetails client={stored} />
    </>
  )
}

const change = () => fireEvent.click(screen.getByText('change'))
const field = (name: string) => screen.getByRole('textbox', { name })

it('the form of a client shows changes of others until something is typed, and does not overwrite them', async () => {
  await show(<Details />, { texts: ['clients', 'errors'] })
  change()
  expect(field('Name')).toHaveProperty('value', 'Utility 2')
  fireEvent.change(field('Phone'), { target: { value: '030 1' } })
  change()
  expect(field('Phone')).toHaveProperty('value', '030 1')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toMatchObject([{ version_no: 2, name: 'Utility 2' }]))
  await screen.findByText(/Edited by someone else/)
  fireEvent.click(screen.getByRole('button', { name: 'Discard changes' }))
  expect(field('Name')).toHaveProperty('value', 'Utility 3')
  expect(field('Phone')).toHaveProperty('value', '')
})

it('stores address and terms of payment, and checks the VAT number', async () => {
  await show(<Details />, { texts: ['clients', 'errors'] })
  fireEvent.change(field('Street and number'), { target: { value: 'Lange Reihe 1' } })
  fireEvent.change(field('VAT number'), { target: { value: '123' } })
  fireEvent.change(field('Payment term in days'), { target: { value: '14' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/A VAT number begins with the country/)).toBeTruthy()
  expect(sent).toEqual([])
  fireEvent.change(field('VAT number'), { target: { value: 'DE123456789' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  const stored = {
    street: 'Lange Reihe 1',
    vatid: 'DE123456789',
    paymentdays: 14,
    city: null,
    schedule: null,
  }
  await waitFor(() => expect(sent).toMatchObject([stored]))
})
