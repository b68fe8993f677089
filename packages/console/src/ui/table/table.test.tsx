import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { show } from '../../../test/render.tsx'
import { listParameters, useAddress } from '../../lib/address.ts'
import { Menu } from '../menu.tsx'
import type { Column } from './columns.ts'
import { visibleColumns } from './columns.ts'
import { DataTable } from './data-table.tsx'
import type { Sorting } from './head-cell.tsx'
import { ListPanel } from './list-panel.tsx'
import { ColumnsMenu, FilterField } from './list-toolbar.tsx'
import { pagingOf } from './pager.tsx'
import { useSelection } from './selection.ts'

interface Station {
  id: string
  state: string
  power: number
}

const draw = vi.fn((station: Station) => station.state)
const columns: Column<Station>[] = [
  {
    id: 'identity',
    title: 'shell:screens.station',
    sort: 'identity',
    narrow: 'title',
    cell: (row) => row.id,
  },
  { id: 'state', title: 'shell:states.available', narrow: 'badge', cell: draw },
  {
    id: 'power',
    title: 'shell:states.charging',
    num: true,
    cell: (row, { format }) => format.power(row.power),
  },
  { id: 'rare', title: 'shell:ui.details', hidden: true, cell: () => 'rare' },
]
const first: Station[] = ['A', 'B', 'C'].map((id, at) => ({ id, state: 'available', power: at * 1000 }))
const idOf = (row: Station): string => row.id
const menuOf = (): React.ReactNode => <Menu.Item>Edit</Menu.Item>

interface ListProps {
  sorted?: (sort: string, dir: string) => void
  usual?: Sorting['usual']
}

function List({ sorted = () => {}, usual }: ListProps) {
  const [at, go] = useAddress(listParameters)
  const [rows, setRows] = useState(first)
  const selection = useSelection(at.q)
  return (
    <>
      <button
        type="button"
        onClick={() => setRows(rows.map((row) => (row.id === 'B' ? { ...row, state: 'charging' } : row)))}
      >
        change B
      </button>
      <output>{window.location.search}</output>
      <ListPanel
        list={{
          rows,
          total: 124,
          pending: false,
          stale: false,
          counting: false,
          matching: {},
          error: null,
          retry: () => {},
        }}
        empty="nothing"
        selection={selection}
        actions={<button type="button">Reset</button>}
        toolbar={
          <>
            <FilterField value={at.q} onChange={(q) => go({ q, page: 1 })} />
            <ColumnsMenu columns={columns} chosen={at.cols} onChange={(cols) => go({ cols })} />
          </>
        }
        paging={pagingOf(at, go, 124)}
      >
        <DataTable
          label="Stations"
          columns={columns}
          chosen={at.cols}
          rows={rows}
          rowId={idOf}
          rowName={idOf}
          rowState={(row) => row.state}
          href={(row) => `/crm/station/${row.id}`}
          selection={selection}
          sorting={{
            sort: at.sort,
            dir: at.dir,
            usual,
            onSort: (sort, dir) => (sorted(sort, dir), go({ sort, dir })),
          }}
          renderMenu={menuOf}
        />
      </ListPanel>
    </>
  )
}

/** A table whose rows open a dialog and have an address for a new tab. */
const Dialogs = ({ onOpen }: { onOpen: (row: Station) => void }) => (
  <DataTable
    label="Stations"
    columns={columns}
    rows={first}
    rowId={idOf}
    rowName={idOf}
    href={(station) => `/crm/transactions?tx=${station.id}`}
    onOpen={onOpen}
  />
)

/** A table whose rows have groups: A and B, and C. */
const Grouped = () => (
  <DataTable label="Stations" columns={columns} rows={first} rowId={idOf} rowName={idOf} groups={groups} />
)
const groupOf = ({ id }: Station): string => (id === 'C' ? 'South' : 'North')
const groups = { keyOf: groupOf, nameOf: groupOf, detailsOf: (key: string) => `stations of ${key}` }

const row = (name: string): HTMLElement => {
  const found = screen.getByText(name).closest('tr')
  if (!found) throw new Error(`no row ${name}`)
  return found
}

const box = (name: string) => screen.getByRole('checkbox', { name: `Select ${name}` })

let narrow = false
beforeEach(() => {
  narrow = false
  draw.mockClear()
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: narrow && query.includes('767'),
        media: query,
        addEventListener: () => {},
        removeEventListener: () => {},
      }) as unknown as MediaQueryList, // properties that the hook reads
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('a table', () => {
  it('shows the columns that are not hidden, numbers marked as such', async () => {
    await show(<List />)
    const heads = screen.getAllByRole('columnheader').map((head) => head.textContent)
    expect(heads).toEqual(['', 'Station', 'Available', 'Charging', 'More'])
    expect(screen.getByRole('columnheader', { name: 'Charging' }).dataset.num).toBe('true')
    expect(visibleColumns(columns, ['rare']).map(({ id }) => id)).toEqual(['identity', 'rare'])
  })

  // Proves F21
  it('sorts ascending, descending and back to its default order, and exposes it', async () => {
    const sorted = vi.fn()
    await show(<List sorted={sorted} />)
    const head = screen.getByRole('columnheader', { name: 'Station' })
    const sort = within(head).getByRole('button')
    expect(head.getAttribute('aria-sort')).toBe('none')
    fireEvent.click(sort)
    expect(head.getAttribute('aria-sort')).toBe('ascending')
    fireEvent.click(sort)
    expect(head.getAttribute('aria-sort')).toBe('descending')
    fireEvent.click(sort)
    expect(sorted.mock.calls).toEqual([
      ['identity', 'asc'],
      ['identity', 'desc'],
      ['', 'asc'],
    ])
  })

  it('shows the default order, whose column has two directions', async () => {
    const sorted = vi.fn()
    await show(<List sorted={sorted} usual={{ sort: 'identity', dir: 'desc' }} />)
    const head = screen.getByRole('columnheader', { name: 'Station' })
    expect(head.getAttribute('aria-sort')).toBe('descending')
    const sort = within(head).getByRole('button')
    fireEvent.click(sort)
    expect(head.getAttribute('aria-sort')).toBe('ascending')
    fireEvent.click(sort)
    expect(head.getAttribute('aria-sort')).toBe('descending')
    expect(sorted.mock.calls).toEqual([
      ['identity', 'asc'],
      ['', 'asc'],
    ])
  })

  it('moves by arrows, selects with x, opens the menu with a dot, clears with Escape', async () => {
    await show(<List />)
    expect(row('A').tabIndex).toBe(0)
    row('A').focus()
    fireEvent.keyDown(row('A'), { key: 'ArrowDown' })
    expect(document.activeElement).toBe(row('B'))
    fireEvent.keyDown(row('B'), { key: 'End' })
    expect(document.activeElement).toBe(row('C'))
    fireEvent.keyDown(row('C'), { key: 'x' })
    expect(row('C').getAttribute('aria-selected')).toBe('true')
    expect(screen.getByRole('toolbar', { name: '1 selected' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Select all 124 that match' })).toBeTruthy()
    fireEvent.keyDown(row('C'), { key: '.' })
    // while a menu is open, it gets all keys
    fireEvent.keyDown(await screen.findByRole('menuitem', { name: 'Edit' }), { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull())
    expect(screen.getByRole('toolbar', { name: '1 selected' })).toBeTruthy()
    fireEvent.keyDown(row('C'), { key: 'Escape' })
    expect(screen.queryByRole('toolbar')).toBeNull()
  })

  it('selects a range with Shift, by mouse and by keyboard', async () => {
    await show(<List />)
    fireEvent.click(box('A'))
    fireEvent.click(box('C'), { shiftKey: true })
    expect(screen.getByRole('toolbar', { name: '3 selected' })).toBeTruthy()
    row('A').focus()
    fireEvent.keyDown(row('A'), { key: 'ArrowDown' })
    fireEvent.keyDown(row('B'), { key: 'X', shiftKey: true })
    expect(screen.getByRole('toolbar', { name: '1 selected' })).toBeTruthy()
  })

  it.each([
    ['a table', false],
    ['cards', true],
  ])('shows groups as %s, and collapses them', async (_, isNarrow) => {
    narrow = isNarrow
    await show(<Grouped />)
    const heading = screen.getByRole('button', { name: 'North' })
    expect(heading.getAttribute('aria-expanded')).toBe('true')
    expect(screen.getByText('stations of South')).toBeTruthy()
    if (!isNarrow) {
      expect(screen.getByRole('rowheader', { name: /^North/ })).toBeTruthy()
      row('A').focus()
      for (const name of ['A', 'B']) fireEvent.keyDown(row(name), { key: 'ArrowDown' })
      expect(document.activeElement).toBe(row('C'))
    }
    fireEvent.click(heading)
    expect(heading.getAttribute('aria-expanded')).toBe('false')
    expect(screen.queryByText('A')).toBeNull()
    expect(screen.getByText('C')).toBeTruthy()
    fireEvent.click(heading)
    expect(screen.getByText('A')).toBeTruthy()
  })

  it('leaves single rows out of all that match', async () => {
    await show(<List />)
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select A' }))
    fireEvent.click(screen.getByRole('button', { name: 'Select all 124 that match' }))
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select B' }))
    expect(screen.getByRole('toolbar', { name: '123 selected' })).toBeTruthy()
    expect(row('A').getAttribute('aria-selected')).toBe('true')
    expect(row('B').getAttribute('aria-selected')).toBe('false')
  })

  it('opens a row by its link, and in a new tab with Ctrl', async () => {
    await show(<List />)
    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    expect(screen.getByRole('link', { name: 'B' }).getAttribute('href')).toBe('/crm/station/B')
    fireEvent.keyDown(row('A'), { key: 'Enter', ctrlKey: true })
    fireEvent.click(row('B'), { ctrlKey: true })
    expect(open.mock.calls.map(([address]) => address)).toEqual(['/crm/station/A', '/crm/station/B'])
  })

  it('opens the menu of the row on a right click, and does not open the row', async () => {
    await show(<List />)
    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    const before = window.location.href
    expect(fireEvent.contextMenu(row('B'), { button: 2, clientX: 300, clientY: 200 })).toBe(false)
    row('B').dispatchEvent(new MouseEvent('auxclick', { bubbles: true, button: 2 }))
    const entries = (await screen.findAllByRole('menuitem')).map((entry) => entry.textContent)
    expect(entries).toEqual(['Open', 'Open in new tab', 'Edit'])
    expect(screen.getByRole('menuitem', { name: 'Open in new tab' }).getAttribute('href')).toBe(
      '/crm/station/B',
    )
    expect([window.location.href, open.mock.calls]).toEqual([before, []])
  })

  it('opens a row with a dialog in a new tab on a middle click', async () => {
    const onOpen = vi.fn()
    await show(<Dialogs onOpen={onOpen} />)
    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    row('A').dispatchEvent(new MouseEvent('auxclick', { bubbles: true, button: 1 }))
    expect(open.mock.calls).toEqual([['/crm/transactions?tx=A', '_blank']])
    expect(onOpen).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('link', { name: 'A' }))
    expect(onOpen.mock.calls).toEqual([[first[0]]])
  })

  it('opens the menu of a row without actions of its own with a dot', async () => {
    await show(<Dialogs onOpen={() => {}} />)
    row('C').focus()
    fireEvent.keyDown(row('C'), { key: '.' })
    const entries = (await screen.findAllByRole('menuitem')).map((entry) => entry.textContent)
    expect(entries).toEqual(['Open', 'Open in new tab'])
  })

  it('renders only the row whose record changed, and highlights it', async () => {
    await show(<List />)
    draw.mockClear()
    fireEvent.click(screen.getByText('change B'))
    expect(draw.mock.calls.map(([station]) => station.id)).toEqual(['B'])
    expect(row('B').dataset.flash).toBe('a')
    expect(row('A').dataset.flash).toBeUndefined()
  })

  it('becomes cards on a phone', async () => {
    narrow = true
    await show(<List />)
    expect(screen.queryByRole('table')).toBeNull()
    const cards = within(screen.getByRole('list', { name: 'Stations' })).getAllByRole('listitem')
    expect(cards[0]?.textContent).toContain('Aavailable')
    expect(cards[0]?.textContent).not.toContain('kW')
  })
})

describe('the filter', () => {
  it('waits for a pause in typing, is focused with / and cleared with Escape', async () => {
    await show(<List />, { at: '/?q=old' })
    const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Filter' })
    expect(field.value).toBe('old')
    fireEvent.keyDown(document.body, { key: '/' })
    expect(document.activeElement).toBe(field)
    vi.useFakeTimers()
    fireEvent.change(field, { target: { value: 'new' } })
    vi.advanceTimersByTime(249)
    expect(screen.queryByRole('button', { name: 'Clear the filter text' })).toBeTruthy()
    vi.advanceTimersByTime(1)
    vi.useRealTimers()
    expect(await screen.findByDisplayValue('new')).toBe(field)
    fireEvent.keyDown(field, { key: 'Escape' })
    expect(await screen.findByDisplayValue('')).toBe(field)
  })
})

describe('pages', () => {
  it('move through the list', async () => {
    await show(<List />)
    expect(screen.getByText('1–50 / 124')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Next page' }))
    expect(screen.getByText('51–100 / 124')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Page 3' }))
    expect(screen.getByText('101–124 / 124')).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next page' }).disabled).toBe(true)
  })
})
