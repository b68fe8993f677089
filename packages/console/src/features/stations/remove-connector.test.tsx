import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { show } from '../../../test/render.tsx'
import { applyPageConfig } from '../../lib/page-config.ts'
import { RemoveConnector } from './remove-connector.tsx'
import type { Connector } from './station-queries.ts'

beforeEach(() => applyPageConfig({ authorize: false, debug: false }))
afterEach(() => vi.unstubAllGlobals())

it('names the removal as what failed', async () => {
  const error = { code: 'connector.announced', message: 'Reported by the station.' }
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ error }, { status: 409 })))
  const connector = { id: '01990000-0000-7000-8000-000000000001', connectorid: 2 } as Connector
  await show(<RemoveConnector connector={connector} onClose={() => undefined} />, { texts: ['station'] })
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('Failed to delete')).toBeTruthy()
})
