import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { show } from '../../../test/render.tsx'
import { ListPanel } from './list-panel.tsx'

const empty = {
  rows: [],
  total: 0,
  pending: false,
  stale: false,
  counting: false,
  matching: {},
  error: null,
  retry: () => {},
}

/** Filters its list, so that nothing is found. */
function Filtered() {
  const [isFiltered, filter] = useState(false)
  return (
    <ListPanel
      list={{ ...empty, total: isFiltered ? 0 : 3 }}
      empty="No stations yet"
      filters={isFiltered ? ['Faulted'] : []}
      onClear={() => filter(false)}
      toolbar={<button onClick={() => filter(true)}>Filter</button>}
      bare
    >
      <section aria-label="Map" />
    </ListPanel>
  )
}

describe('a list without rows', () => {
  it('is empty without filters, and says "nothing found" with some', async () => {
    const clear = vi.fn()
    const { unmount } = await show(
      <ListPanel list={empty} empty="No stations yet">
        rows
      </ListPanel>,
    )
    expect(screen.getByText('No stations yet')).toBeTruthy()
    unmount()
    await show(
      <ListPanel list={empty} empty="No stations yet" filters={['Faulted']} onClear={clear}>
        rows
      </ListPanel>,
    )
    expect(screen.getByText('Nothing found')).toBeTruthy()
    expect(screen.getByText('Active filters: Faulted')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(clear).toHaveBeenCalledOnce()
  })

  it('keeps a map if a filter finds nothing', async () => {
    await show(<Filtered />)
    const map = screen.getByLabelText('Map')
    fireEvent.click(screen.getByRole('button', { name: 'Filter' }))
    expect(screen.getByText('Nothing found')).toBeTruthy()
    expect(screen.getByLabelText('Map')).toBe(map)
    fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(screen.queryByText('Nothing found')).toBeNull()
    expect(screen.getByLabelText('Map')).toBe(map)
  })

  it('shows the empty state in place of a map without any rows', async () => {
    await show(
      <ListPanel list={empty} empty="No stations yet" bare>
        <section aria-label="Map" />
      </ListPanel>,
    )
    expect(screen.queryByLabelText('Map')).toBeNull()
    expect(screen.getByText('No stations yet')).toBeTruthy()
  })

  it('shows the failure, and retries', async () => {
    const retry = vi.fn()
    await show(
      <ListPanel list={{ ...empty, error: new Error('boom'), retry }} empty="none">
        rows
      </ListPanel>,
    )
    expect(screen.getByRole('alert').textContent).toContain('boom')
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(retry).toHaveBeenCalledOnce()
  })
})

/** A list that a new row is added to, and that is then filtered. */
function Changing() {
  const [step, setStep] = useState(0)
  const matching = { filter: { connected: true } }
  const steps = [{ total: 7 }, { total: 8 }, { total: 8, matching, counting: true }, { total: 3, matching }]
  return (
    <ListPanel
      list={{ ...empty, rows: [{}], ...steps[step] }}
      empty="No stations yet"
      toolbar={<button onClick={() => setStep(step + 1)}>Next</button>}
    >
      rows
    </ListPanel>
  )
}

it('announces the number of rows for another filter, and not when the list changes by itself', async () => {
  await show(<Changing />)
  const announced = ['7 entries', '7 entries', '7 entries', '3 entries']
  for (const text of announced) {
    expect(document.querySelector('[aria-live]')?.textContent).toBe(text)
    fireEvent.click(screen.getByRole('button', { name: 'Next' }))
  }
})
