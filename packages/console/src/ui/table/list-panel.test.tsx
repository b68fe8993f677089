import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { show } from '../../../test/render.tsx'
import { ListPanel } from './list-panel.tsx'

describe('a list without rows', () => {
  const empty = { rows: [], total: 0, pending: false, stale: false, error: null, retry: () => {} }
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
