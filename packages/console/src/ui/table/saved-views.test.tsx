import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Link } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { show } from '../../../test/render.tsx'
import { listParameters, useAddress } from '../../lib/address.ts'
import { useDefaultView } from '../../lib/default-view.ts'
import { applyPageConfig } from '../../lib/page-config.ts'
import type { SavedView } from '../../lib/saved-views.ts'
import { enter, type SessionUser } from '../../lib/session.ts'
import { pendingQuestion } from '../feedback/confirm.tsx'
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
  useDefaultView('stations')
  const [at, go] = useAddress(listParameters)
  const [chosen, choose] = useColumns('stations', at.cols, (cols) => go({ cols }))
  return (
    <>
      <ListMenus list="stations" columns={columns} chosen={chosen} onChange={choose} />
      <output aria-label="filter">{at.q}</output>
      <button type="button" onClick={() => go({ q: '' })}>
        clear
      </button>
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

let views: SavedView[]
let lastId = 0
/** A server with saved views, on which every change succeeds. */
const serve = (path: string, { body }: { body: string }): Promise<Response> => {
  if (path.endsWith('/whoami')) return Promise.resolve(Response.json({ locale: { code: 'en' } }))
  const sent = JSON.parse(body) as Partial<SavedView>
  const known = views.find(({ id }) => id === sent.id)
  if (path.endsWith('/saved_view/set')) {
    const isOther = views.some(({ id, name }) => id !== sent.id && name === sent.name)
    const error = { code: 'value.name_taken', message: 'Taken', field: 'name' }
    if (isOther) return Promise.resolve(Response.json({ error }, { status: 409 }))
    const added = { isshared: false, isdefault: false, ismine: true, mayedit: true, username: 'olga' }
    const view = {
      ...added,
      version_no: 1,
      ...known,
      ...sent,
      id: known?.id ?? String((lastId += 1)),
    } as SavedView
    views = known ? views.map((one) => (one === known ? view : one)) : [...views, view]
    return Promise.resolve(Response.json(view))
  }
  if (path.endsWith('/saved_view/delete')) views = views.filter((view) => view !== known)
  if (path.endsWith('/saved_view/default'))
    views = views.map((view) => ({ ...view, isdefault: view === known && sent.isdefault === true }))
  return Promise.resolve(Response.json(path.endsWith('/list') ? views : { ...known, ...sent }))
}

beforeEach(() => {
  window.localStorage.clear()
  applyPageConfig({ authorize: false, debug: false })
  views = []
  vi.stubGlobal('fetch', serve)
})
afterEach(() => vi.unstubAllGlobals())

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

const press = async (name: string, filter: string) => {
  fireEvent.click(screen.getByText(name))
  await waitFor(() => expect(textOf('filter')).toBe(filter))
}

describe('saved views', () => {
  it('restore the filter and the visible columns', async () => {
    window.localStorage.setItem('stationmaster.table.stations', 'state')
    const first = await show(<Lists />, { at: '/?q=hall&page=4' })
    const saved = await save('Hall')
    await saved.findByRole('link', { name: 'Hall' })
    first.unmount()
    window.localStorage.removeItem('stationmaster.table.stations')
    await show(<Lists />)
    expect([textOf('filter'), textOf('columns')]).toEqual(['', 'default'])
    const menu = await open()
    fireEvent.click(await menu.findByRole('link', { name: 'Hall' }))
    await waitFor(() => expect([textOf('filter'), textOf('columns')]).toEqual(['hall', 'state']))
  })

  it('are renamed and shared, but not under the name of another; deleted, and restored', async () => {
    await show(<Lists />, { at: '/?q=a', texts: ['errors'] })
    const menu = await save('One')
    await menu.findByRole('link', { name: 'One' })
    fireEvent.change(menu.getByRole('textbox'), { target: { value: 'Two' } })
    fireEvent.click(menu.getByRole('button', { name: 'Save' }))
    fireEvent.click(await menu.findByRole('button', { name: 'Edit Two' }))
    const field = menu.getByRole('textbox', { name: 'Rename Two' })
    fireEvent.change(field, { target: { value: 'One' } })
    fireEvent.submit(field)
    expect(await menu.findByText('Taken')).toBeTruthy()
    fireEvent.change(field, { target: { value: 'Three' } })
    fireEvent.click(menu.getAllByRole('checkbox', { name: 'Share with the team' })[0]!)
    fireEvent.submit(field)
    await menu.findByRole('link', { name: 'Three Shared with the team' })
    expect(views.map(({ name, isshared }) => [name, isshared])).toEqual([
      ['One', false],
      ['Three', true],
    ])
    expect(document.activeElement).toBe(menu.getByRole('textbox', { name: 'Name of the view' }))
    fireEvent.click(menu.getByRole('button', { name: 'Delete One' }))
    await waitFor(() => expect(menu.queryByRole('link', { name: 'One' })).toBeNull())
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await menu.findByRole('link', { name: 'One' })).toBeTruthy()
    // the team loses a shared one: it is confirmed
    fireEvent.click(menu.getByRole('button', { name: 'Delete Three' }))
    act(() => pendingQuestion.get()?.answer(true))
    await waitFor(() => expect(views.map(({ name }) => name)).toEqual(['One']))
  })

  it('of the team are only opened, and can be the default', async () => {
    const of = { list: 'stations', search: 'q=a', isshared: true, isdefault: false, version_no: 1 } as const
    views = [{ ...of, id: '1', name: 'Night', ismine: false, mayedit: false, username: 'otto' }]
    await show(<Lists />)
    const menu = await open()
    const team = within(await menu.findByRole('region', { name: 'Views of the team' }))
    expect(team.getByRole('link').textContent).toBe('Nightotto')
    expect(team.queryByRole('button', { name: /^(Edit|Delete)/ })).toBeNull()
    fireEvent.click(team.getByRole('button', { name: 'Open the list with Night' }))
    expect(await team.findByRole('button', { pressed: true })).toBeTruthy()
  })

  it('open their list if the user chose one, unless its address has a filter', async () => {
    enter({ locale: { code: 'en' }, defaultviews: { stations: 'q=night' } } as unknown as SessionUser)
    const first = await show(<Lists />)
    expect(textOf('filter')).toBe('night')
    first.unmount()
    await show(<Lists />, { at: '/?q=hall' })
    expect(textOf('filter')).toBe('hall')
  })

  it('open it again from the menu, but not when the user clears its filter', async () => {
    enter({ locale: { code: 'en' }, defaultviews: { stations: 'q=night' } } as unknown as SessionUser)
    await show(
      <>
        <Link to="/">menu</Link>
        <Lists />
      </>,
      { at: '/?q=hall' },
    )
    await press('menu', 'night')
    await press('clear', '')
    await press('menu', 'night')
  })
})
