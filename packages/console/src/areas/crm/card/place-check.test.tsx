import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { show } from '../../../../test/render.tsx'
import type { Card } from '../../../features/cards/card-columns.tsx'
import { applyPageConfig } from '../../../lib/page-config.ts'
import { PlaceCheck } from './place-check.tsx'

const station = { id: '01990000-0000-7000-8000-000000000001', identity: 'PIER-1', label: null }
const card = { id: '01990000-0000-7000-8000-000000000002' }
const allowed = { id: '1', code: 'R00001', label: 'Vans', effect: 'allow', outcome: 'decides' }

afterEach(() => vi.unstubAllGlobals())

it.each([
  [{ verdict: 'Blocked', statecode: 'lost', statetypecode: 'disabled' }, 'The card was reported lost.'],
  [{ verdict: 'Accepted', statecode: 'enabled', statetypecode: 'enabled' }, 'The card cannot charge here.'],
])('the check of a card with %j names the reason', async (state, reason) => {
  applyPageConfig({ authorize: false, debug: false })
  const result = {
    status: 'Blocked',
    timezone: null,
    connectorid: null,
    hiddenrule: false,
    balancetoolow: false,
    rules: [allowed],
  }
  vi.stubGlobal('fetch', (path: string) =>
    Promise.resolve(Response.json(path.endsWith('/card/check') ? result : [station])),
  )
  // Only the fields that the dialog reads.
  const shown = { ...card, ...state } as Card
  await show(<PlaceCheck card={shown} onClose={() => {}} />, { texts: ['access', 'cards'] })
  fireEvent.click(await screen.findByRole('combobox', { name: 'Station' }))
  fireEvent.click(await screen.findByRole('option', { name: 'PIER-1', hidden: true }))
  expect(await screen.findByText(reason)).toBeTruthy()
})
