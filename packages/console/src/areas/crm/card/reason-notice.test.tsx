import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { show } from '../../../../test/render.tsx'
import type { Card } from '../../../features/cards/card-columns.tsx'
import { applyPageConfig } from '../../../lib/page-config.ts'
import { ReasonNotice } from './reason-notice.tsx'

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['PIER-1', /^PIER-1 · 2, .*2026/],
  // the station of another client
  ['', /^[^·,]*,? .*2026/],
])('a card in use links its session at the station "%s"', async (identity, text) => {
  applyPageConfig({ authorize: false, debug: false })
  const session = { id: '7', transactionid: 7, identity, connectorid: 2, statecode: 'running' }
  vi.stubGlobal('fetch', () =>
    Promise.resolve(Response.json([{ ...session, datestart: '2026-11-01T08:00:00Z' }])),
  )
  // Only the fields that the notice reads.
  const card = { id: '1', verdict: 'ConcurrentTx', maxtransactions: 1 } as Card
  await show(<ReasonNotice card={card} />, { texts: ['cards'] })
  expect((await screen.findByRole('link')).textContent).toMatch(text)
})
