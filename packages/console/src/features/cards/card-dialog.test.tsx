import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { show } from '../../../test/render.tsx'
import { applyPageConfig } from '../../lib/page-config.ts'
import type { Card } from './card-columns.tsx'
import { CardDialog } from './card-dialog.tsx'

// Only the fields that the dialog reads.
const card = {
  id: '01990000-0000-7000-8000-000000000001',
  version_no: 3,
  code: 'AOIFE-1',
  name: 'Aoife',
  typecode: 'rfid',
  expiry: '2030-01-01T00:00:00.000Z',
  maxtransactions: 1,
  tags: ['vans'],
  verdict: 'Accepted',
  statecode: 'enabled',
} as Card

let sent: unknown[]
beforeEach(() => {
  sent = []
  applyPageConfig({ authorize: false, debug: false })
  vi.stubGlobal('fetch', (path: string, { body }: { body: string }) => {
    if (path.endsWith('/card/set')) sent.push(JSON.parse(body))
    return Promise.resolve(Response.json(path.endsWith('/card/set') ? card : []))
  })
})
afterEach(() => vi.unstubAllGlobals())

/** Button that stores a change of another user, as a hint would load it. */
function Edited() {
  const [stored, setStored] = useState(card)
  const next = { ...stored, version_no: stored.version_no + 1, name: `Aoife ${stored.version_no + 1}` }
  return (
    <>
      <button type="button" onClick={() => setStored(next)}>
        change
      </button>
      <CardDialog card={stored} onClose={() => {}} />
    </>
  )
}

const change = () => fireEvent.click(screen.getByText('change'))

it('the dialog of a card sends changed fields only, with the version that they are based on', async () => {
  await show(<Edited />, { texts: ['cards'] })
  const field = await screen.findByRole('textbox', { name: 'Name' })
  change()
  expect(field).toHaveProperty('value', 'Aoife 4')
  fireEvent.change(field, { target: { value: 'Aoife Byrne' } })
  change()
  expect(field).toHaveProperty('value', 'Aoife Byrne')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toEqual([{ id: card.id, name: 'Aoife Byrne', version_no: 4 }]))
})
