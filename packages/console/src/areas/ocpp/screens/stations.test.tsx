import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { show } from '../../../../test/render.tsx'
import { applyPageConfig } from '../../../lib/page-config.ts'
import OcppStations from './stations.tsx'

const station = (identity: string) => ({
  id: `01990000-0000-7000-8000-0000000000${identity}`,
  identity,
  accountcode: 'main',
  displaystate: 'available',
  connected: true,
  vendorname: null,
  modelname: null,
})
let questions: { filter?: unknown; fields?: unknown }[]

beforeEach(() => {
  applyPageConfig({ authorize: false, debug: false })
  questions = []
  vi.stubGlobal('fetch', (path: string, request: { body: string }) => {
    const body = JSON.parse(request.body) as (typeof questions)[number]
    if (path.endsWith('/list')) questions.push(body)
    return Promise.resolve(Response.json(path.endsWith('/list') ? [station('11')] : { count: 60 }))
  })
})
afterEach(() => vi.unstubAllGlobals())

it('sends a command to the stations of all pages, not only to those of this one', async () => {
  await show(<OcppStations />, { texts: ['ocpp', 'stations', 'terms'], at: '/ocpp' })
  fireEvent.click(await screen.findByRole('checkbox', { name: /11/ }))
  fireEvent.click(screen.getByRole('button', { name: /all 60/i }))
  questions = []
  fireEvent.click(screen.getByRole('button', { name: 'Send command' }))
  await waitFor(() => expect(questions.some(({ fields }) => fields !== undefined)).toBe(true))
  const question = questions.find(({ fields }) => fields !== undefined)
  expect(question?.filter).toEqual({ connected: true })
})
