import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { expectAccessible, show } from '../../../test/render.tsx'
import { useAddress } from '../../lib/address.ts'
import { rangeParameters, resolveRange } from '../../lib/time-range.ts'
import { listPresets } from './range-filter.tsx'
import { RangePicker } from './range-picker.tsx'

const where = rangeParameters('day')

function Screen({ segments }: { segments?: readonly ('night' | 'day')[] }) {
  const [at, go] = useAddress(where)
  return (
    <>
      <RangePicker at={at} onChange={go} presets={listPresets} segments={segments} />
      <output>{JSON.stringify(at)}</output>
    </>
  )
}

const place = (): unknown => JSON.parse(screen.getByRole('status').textContent)

it('selects a preset in the panel and returns the focus', async () => {
  await show(<Screen />, { texts: ['time'] })
  const button = screen.getByRole('button', { name: 'Period: Last 24 hours' })
  button.focus()
  fireEvent.click(button)
  const panel = await screen.findByRole('dialog', { name: /^Period/ })
  const night = await screen.findByRole('button', { name: 'Last night' })
  expect(screen.getByRole('button', { name: 'Last 24 hours', pressed: true })).toBeTruthy()
  await expectAccessible(panel)
  expect(panel.textContent).toContain('Times in ')
  fireEvent.click(night)
  expect(place()).toEqual({ range: 'night', from: '', to: '' })
  await screen.findByRole('button', { name: 'Period: Last night' })
  await waitFor(() => expect(document.activeElement).toBe(button))
})

it('shows the limits of a period beside its segments', async () => {
  await show(<Screen segments={['night', 'day']} />, { texts: ['time'] })
  fireEvent.click(screen.getByRole('radio', { name: 'Last night' }))
  expect(place()).toEqual({ range: 'night', from: '', to: '' })
  const { from } = resolveRange({ range: 'night', from: '', to: '' })
  const day = new Date(from).getDate()
  expect(screen.getByRole('button', { name: new RegExp(`Period: .*${day}.*18:00.*08:00`) })).toBeTruthy()
  fireEvent.click(screen.getByRole('radio', { name: 'Custom' }))
  expect(await screen.findByRole('dialog', { name: /^Period/ })).toBeTruthy()
})

it('reads its own start and end from the address and refuses an end before the start', async () => {
  await show(<Screen />, {
    texts: ['time'],
    at: '/?from=2026-11-24T08:00:00Z&to=2026-11-23T18:00:00Z',
  })
  fireEvent.click(screen.getByRole('button', { name: /Period: .*24.*23/ }))
  fireEvent.click(await screen.findByRole('button', { name: 'Apply' }))
  expect((await screen.findByRole('alert')).textContent).toBe('The end must be after the start')
})
