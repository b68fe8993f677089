import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { show } from '../../../test/render.tsx'
import { applyPageConfig } from '../../lib/page-config.ts'
import type { Card } from './card-columns.tsx'
import { CardDialog } from './card-dialog.tsx'

// Only the fields that the dialog reads.
const card = {
  id: '01990000-0000-7000-8000-000000000001',
  code: 'AOIFE-1',
  name: 'Aoife',
  typecode: 'rfid',
  expiry: '2030-01-01T00:00:00.000Z',
  maxtransactions: 1,
  tags: ['vans'],
  verdict: 'Accepted',
  statecode: 'enabled',
} as Card

afterEach(() => vi.unstubAllGlobals())

it('the dialog of a card sends changed fields only, so that it keeps what others have stored since', async () => {
  applyPageConfig({ authorize: false, debug: false })
  const sent: unknown[] = []
  vi.stubGlobal('fetch', (path: string, { body }: { body: string }) => {
    if (path.endsWith('/card/set')) sent.push(JSON.parse(body))
    return Promise.resolve(Response.json(path.endsWith('/card/set') ? card : []))
  })
  await show(<CardDialog card={card} onClose={() => {}} />, { texts: ['cards'] })
  fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), { target: { value: 'Aoife Byrne' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toEqual([{ id: card.id, name: 'Aoife Byrne' }]))
})
