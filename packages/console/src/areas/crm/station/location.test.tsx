import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { show } from '../../../../test/render.tsx'
import type { Station } from '../../../features/stations/station-columns.tsx'
import { access } from '../../../lib/access.ts'
import { applyPageConfig } from '../../../lib/page-config.ts'
import { Location } from './location.tsx'

vi.mock('../../../features/map/page-font.ts', () => ({ pageFontReady: () => Promise.resolve() }))
vi.mock('../../../features/map/picker-canvas.tsx', () => ({
  default: ({ onPick }: { onPick: unknown }) => <p>{onPick === null ? 'fixed pin' : 'movable pin'}</p>,
}))

const station = { id: '01990000-0000-7000-8000-000000000001', lat: 52.5, lng: 13.4 } as Station

beforeEach(() => applyPageConfig({ authorize: false, debug: false }))
afterEach(() => act(() => access.set(() => true)))

it('offers to move the pin only to users who may set the position', async () => {
  await show(<Location station={station} />, { texts: ['station', 'map'] })
  await screen.findByText('movable pin')
  act(() => access.set(() => false))
  expect(screen.getByText('fixed pin')).toBeTruthy()
})
