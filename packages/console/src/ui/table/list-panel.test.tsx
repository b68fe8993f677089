import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { show } from '../../../test/render.tsx'
import { ListPanel } from './list-panel.tsx'

const empty = { rows: [], total: 0, pending: false, stale: false, error: null, retry: () => {} }

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
