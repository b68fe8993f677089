import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { show } from '../../../test/render.tsx'
import { listParameters, useAddress } from '../../lib/address.ts'
import { Toasts } from '../feedback/toast.tsx'
import type { Column } from './columns.ts'
import { ListMenus } from './list-toolbar.tsx'
import { useColumns } from './use-columns.ts'

const columns: Column<{ id: string }>[] = [
  { id: 'identity', title: 'shell:states.available', cell: ({ id }) => id },
  { id: 'state', title: 'shell:states.charging', cell: ({ id }) => id },
  { id: 'power', title: 'shell:states.faulted', cell: ({ id }) => id },
]

function Lists() {
  const [at, go] = useAddress(listParameters)
  const [chosen, choose] = useColumns('stations', at.cols, (cols) => go({ cols }))
  return (
    <>
      <ListMenus list="stations" columns={columns} chosen={chosen} onChange={choose} />
      <output aria-label="filter">{at.q}</output>
      <output aria-label="columns">{chosen?.join(' ') ?? 'default'}</output>
      <Toasts />
    </>
  )
}

const textOf = (name: string) => screen.getByLabelText(name).textContent
const open = async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Saved views' }))
  return within(await screen.findByRole('dialog', { name: 'Saved views' }))
}
const save = async (name: string) => {
  const menu = await open()
  fireEvent.change(await menu.findByRole('textbox', { name: 'Name of the view' }), {
    target: { value: name },
  })
  fireEvent.click(menu.getByRole('button', { name: 'Save' }))
  return menu
}

beforeEach(() => window.localStorage.clear())

describe('the columns of a list', () => {
  it('are stored for the list; columns in the address take precedence', async () => {
    const first = await show(<Lists />)
    fireEvent.click(screen.getByRole('button', { name: 'Columns' }))
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Faulted' }))
    expect(textOf('columns')).toBe('identity state')
    first.unmount()
    const again = await show(<Lists />)
    expect(textOf('columns')).toBe('identity state')
    again.unmount()
    await show(<Lists />, { at: '/?cols=power' })
    expect(textOf('columns')).toBe('power')
    fireEvent.click(screen.getByRole('button', { name: 'Columns' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Default columns' }))
    expect(textOf('columns')).toBe('default')
    expect(window.localStorage.getItem('stationmaster.table.stations')).toBeNull()
  })
})

describe('saved views', () => {
  it('restore the filter and the visible columns', async () => {
    window.localStorage.setItem('stationmaster.table.stations', 'state')
    const first = await show(<Lists />, { at: '/?q=hall&page=4' })
    await save('Hall')
    first.unmount()
    window.localStorage.removeItem('stationmaster.table.stations')
    await show(<Lists />)
    expect([textOf('filter'), textOf('columns')]).toEqual(['', 'default'])
    const menu = await open()
    fireEvent.click(await menu.findByRole('link', { name: 'Hall' }))
    await waitFor(() => expect([textOf('filter'), textOf('columns')]).toEqual(['hall', 'state']))
  })

  it('are renamed, but not to an existing name; deleted, and restored', async () => {
    await show(<Lists />, { at: '/?q=a' })
    const menu = await save('One')
    fireEvent.change(menu.getByRole('textbox'), { target: { value: 'Two' } })
    fireEvent.click(menu.getByRole('button', { name: 'Save' }))
    fireEvent.click(menu.getByRole('button', { name: 'Rename Two' }))
    const field = menu.getByRole('textbox', { name: 'Rename Two' })
    fireEvent.change(field, { target: { value: 'One' } })
    expect(menu.getByText('Another view has this name')).toBeTruthy()
    fireEvent.change(field, { target: { value: 'Three' } })
    fireEvent.submit(field)
    expect(menu.getAllByRole('link').map((link) => link.textContent)).toEqual(['One', 'Three'])
    expect(document.activeElement).toBe(menu.getByRole('textbox', { name: 'Name of the view' }))
    fireEvent.click(menu.getByRole('button', { name: 'Delete One' }))
    expect(menu.queryByRole('link', { name: 'One' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(menu.getByRole('link', { name: 'One' })).toBeTruthy()
  })
})
