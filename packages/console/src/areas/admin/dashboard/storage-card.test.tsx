import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../../../test/render.tsx'
import { StorageCard } from './storage-card.tsx'
import type { Health } from './judge-health.ts'

const pool = (name: string) => ({ name, most: 5, open: 1, busy: 0, waiting: 0 })

it('names each pool of database connections differently', async () => {
  const pools = ['web', 'queries', 'sign-in', 'stations', 'jobs', 'reports'].map(pool)
  await show(<StorageCard health={{ pools, sizes: null } as unknown as Health} />, { texts: ['dashboard'] })
  const names = screen.getAllByRole('term').map(({ textContent }) => textContent)
  expect(names).toEqual([
    'Short requests',
    'Lists and searches',
    'Sign-in',
    'Connecting stations',
    'Jobs',
    'reports',
  ])
})
