import { act, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { show } from '../../../../test/render.tsx'
import { access } from '../../../lib/access.ts'
import { applyPageConfig } from '../../../lib/page-config.ts'
import Money from './money.tsx'

afterEach(() => {
  act(() => access.set(() => true))
  vi.unstubAllGlobals()
})

it('requests the rights immediately, and not the balance of a driver who may not see it', async () => {
  applyPageConfig({ authorize: false, debug: false })
  const requested: string[] = []
  vi.stubGlobal('fetch', (path: string) => {
    requested.push(path)
    return Promise.resolve(Response.json([]))
  })
  await show(<Money />, { texts: ['driver', 'driver-money'] })
  await screen.findByText(/^Balance and invoices are not visible to you\./)
  expect(requested).toEqual(['/api/v1/class'])
})
