import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { show } from '../../../../test/render.tsx'
import type { Station } from '../../../features/stations/station-columns.tsx'
import { applyPageConfig } from '../../../lib/page-config.ts'
import { AboutStation } from './about-station.tsx'

const station = {
  id: '01990000-0000-7000-8000-000000000001',
  identity: 'CS-1',
  typecode: 'public',
  label: null,
  approval: 'policy',
  tags: [],
  client: null,
  site: null,
} as unknown as Station

let code: string

beforeEach(() => {
  applyPageConfig({ authorize: false, debug: false })
  // happy-dom has no document.fonts, which Mantine's text areas listen to.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
  vi.stubGlobal('fetch', (path: string) =>
    Promise.resolve(
      path.endsWith('/charge_point/set')
        ? Response.json({ error: { code, message: 'Refused.' } }, { status: 409 })
        : Response.json([]),
    ),
  )
})
afterEach(() => vi.unstubAllGlobals())

it.each([
  ['offers to reload after an edit of another user', 'object.edited', true],
  ['shows the message of another conflict', 'request.parallel_change', false],
])('%s', async (_, refusal, isOvertaken) => {
  code = refusal
  await show(<AboutStation station={station} />, { texts: ['station', 'stations'] })
  fireEvent.change(screen.getByLabelText(/^Label/), { target: { value: 'Yard' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(isOvertaken ? /^Edited by someone else/ : /Refused\./)
  expect(screen.queryByText(isOvertaken ? /Refused\./ : /^Edited by someone else/)).toBeNull()
})
