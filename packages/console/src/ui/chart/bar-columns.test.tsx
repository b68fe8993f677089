import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../../test/render.tsx'
import { BarColumns } from './bar-columns.tsx'

it.each([13, 24, 27, 30, 31, 62])('each label of %i bars has the space of a label', async (count) => {
  const bars = Array.from({ length: count }, (_, at) => ({
    id: String(at),
    label: `day ${at}`,
    value: 1,
    text: '1',
  }))
  await show(<BarColumns label="Revenue" bars={bars} />)
  const labels = screen.getAllByText(/^day /).map(({ dataset }) => dataset.label)
  /** Columns from each label of these kinds to the next one, or to the end. */
  const spaces = (kinds: string[]) => {
    const shown = labels.flatMap((kind, at) => (kinds.includes(kind!) ? [at] : []))
    return shown.map((at, place) => (shown[place + 1] ?? count) - at)
  }
  expect(spaces(['all', 'wide']).every((space) => space >= count / 8)).toBe(true)
  expect(spaces(['all']).every((space) => space >= count / 4)).toBe(true)
  expect(spaces(['all']).length).toBeGreaterThanOrEqual(2)
})
