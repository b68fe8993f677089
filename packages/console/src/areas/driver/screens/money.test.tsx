import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { show } from '../../../../test/render.tsx'
import { access } from '../../../lib/access.ts'
import Money from './money.tsx'

afterEach(() => access.set(() => true))

it('says so to a driver who may not see the balance, instead of loading', async () => {
  access.set(() => false)
  await show(<Money />, { texts: ['driver', 'driver-money'] })
  expect(screen.getByText(/^Balance and invoices are not visible to you\./)).toBeTruthy()
})
