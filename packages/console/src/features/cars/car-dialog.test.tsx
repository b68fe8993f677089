import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { show } from '../../../test/render.tsx'
import { applyPageConfig } from '../../lib/page-config.ts'
import type { Car } from './car-columns.tsx'
import { CarDialog } from './car-dialog.tsx'

// Only the fields that the dialog reads.
const car = {
  id: '01990000-0000-7000-8000-000000000001',
  version_no: 1,
  identity: 'HH-E 100',
  statecode: 'enabled',
  tags: [],
} as unknown as Car

let sent: unknown[]
beforeEach(() => {
  sent = []
  applyPageConfig({ authorize: false, debug: false })
  vi.stubGlobal('fetch', (path: string, { body }: { body: string }) => {
    if (path.endsWith('/car/set')) sent.push(JSON.parse(body))
    return Promise.resolve(Response.json(path.endsWith('/car/set') ? car : []))
  })
})
afterEach(() => vi.unstubAllGlobals())

/** Stores a change of another user, as a hint would load it. */
let change: (values: Partial<Car>) => void
function Edited() {
  const [stored, setStored] = useState(car)
  useEffect(() => {
    change = (values) => act(() => setStored((before) => ({ ...before, ...values })))
  }, [])
  return <CarDialog car={stored} client="" onClose={() => {}} />
}

const field = (name: string) => screen.getByRole('textbox', { name })

it('the dialog of a car sends the version that its values come from', async () => {
  await show(<Edited />, { texts: ['clients'] })
  change({ version_no: 2, make: 'Renault' })
  expect(field('Make')).toHaveProperty('value', 'Renault')
  fireEvent.change(field('Model'), { target: { value: 'Zoe' } })
  change({ version_no: 3, make: 'Skoda' })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toMatchObject([{ version_no: 2, make: 'Renault', model: 'Zoe' }]))
})
