import { cardCount, cardList } from '@stationmaster/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useLocation } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { show } from '../../../test/render.tsx'
import { listParameters, oneOf, text, useAddress } from '../../lib/address.ts'
import { applyPageConfig } from '../../lib/page-config.ts'
import { ListScreen } from './list-screen.tsx'
import { segmentFilter } from './segment-filter.tsx'
import { tagFilter } from './tag-filter.tsx'
import { usePagedList } from './use-paged-list.ts'

const where = { ...listParameters, state: oneOf(['all', 'enabled', 'disabled']), tag: text(), site: text() }
const create = vi.fn()

const Import = () => <p>import of cards</p>

function Cards() {
  const [at, go] = useAddress(where)
  const cards = usePagedList({
    name: 'cards',
    list: cardList,
    count: cardCount,
    columns: [{ id: 'code', title: 'shell:ui.details', sort: 'code', cell: ({ code }) => code }],
    where,
    at,
    go,
    fields: ['code', 'name'],
    filterBy: { state: 'statetypecode' },
    order: ['created DESC'],
  })
  return (
    <>
      <ListScreen
        list={cards}
        title="Cards"
        count={(count) => `${count} cards`}
        create={{ label: 'New card', onCreate: create }}
        filters={[
          segmentFilter(cards, 'state', { label: 'State', word: (state) => `is ${state}` }),
          tagFilter({ at, go, rows: [{ tags: ['fast'] }] }),
          { inMenu: 'always', active: at.site === '' ? [] : [at.site], clear: { site: '' } },
        ]}
        importing={Import}
        bulk={<button type="button">Block</button>}
        empty="No cards"
        rowName={({ code }) => code}
      />
      <output aria-label="address">{useLocation().search}</output>
    </>
  )
}

interface Question {
  filter?: unknown
  search?: unknown[]
  orderby?: string[]
  recoffset?: number
}
let questions: Question[]
let rows: { id: string; code: string }[]
let isFailing: boolean

beforeEach(() => {
  applyPageConfig({ authorize: false, debug: false })
  questions = []
  rows = [{ id: '1', code: 'AB12' }]
  isFailing = false
  vi.stubGlobal('fetch', (path: string, request: { body: string }) => {
    if (path.endsWith('/list')) questions.push(JSON.parse(request.body) as Question)
    if (isFailing) return Promise.resolve(new Response('', { status: 400 }))
    return Promise.resolve(Response.json(path.endsWith('/list') ? rows : { count: rows.length * 120 }))
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const address = () => screen.getByLabelText('address').textContent
const last = () => questions.at(-1)

/** Makes the window as wide as that of a phone. */
function asOnPhone(): void {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      ({
        matches: media.includes('767'),
        media,
        addEventListener: () => {},
        removeEventListener: () => {},
      }) as unknown as MediaQueryList, // properties that the hook reads
  )
}

/** Chooses an entry of the menu that replaces buttons on a phone. */
async function chooseMore(name: string): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name: 'More' }))
  fireEvent.click(await screen.findByRole('menuitem', { name }))
}

describe('a list screen', () => {
  it('requests what its address says', async () => {
    await show(<Cards />, { at: '/?q=ab&state=disabled&sort=code&dir=desc&page=2&size=25' })
    await screen.findByText('AB12')
    expect(last()).toMatchObject({
      filter: { statetypecode: 'disabled' },
      orderby: ['code DESC'],
      recoffset: 25,
    })
    expect(last()?.search).toHaveLength(2)
  })

  it('shows the number of rows and starts the creation of one', async () => {
    await show(<Cards />)
    expect(await screen.findByText('120 cards')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'New card' }))
    expect(create).toHaveBeenCalledOnce()
  })

  it('stores a filter in the address and starts at the first page', async () => {
    await show(<Cards />, { at: '/?page=2' })
    fireEvent.click(await screen.findByRole('radio', { name: 'is enabled' }))
    expect(address()).toBe('?state=enabled')
    await waitFor(() => expect(last()?.filter).toEqual({ statetypecode: 'enabled' }))
  })

  it('shows how many of the filters in its menu are active, and clears them', async () => {
    await show(<Cards />, { at: '/?state=enabled&tag=fast&site=Zoo&page=2' })
    const button = await screen.findByRole('button', { name: 'Filters (2)' })
    expect(screen.queryByRole('combobox', { name: 'Tag' })).toBeNull()
    fireEvent.click(button)
    const menu = await screen.findByRole('dialog', { name: 'Filters (2)' })
    expect(await within(menu).findByRole('combobox', { name: 'Tag' })).toHaveProperty('value', 'fast')
    fireEvent.click(within(menu).getByRole('button', { name: 'Clear filters' }))
    expect(address()).toBe('?state=enabled')
    expect(button.textContent).toBe('Filters')
  })

  it('has other filters in its menu on a phone', async () => {
    asOnPhone()
    await show(<Cards />, { at: '/?state=enabled' })
    fireEvent.click(await screen.findByRole('button', { name: 'Filters (1)' }))
    const menu = await screen.findByRole('dialog', { name: 'Filters (1)' })
    expect(await within(menu).findByRole('radio', { name: 'is enabled' })).toHaveProperty('checked', true)
  })

  it('has saved views, export and import in one menu on a phone', async () => {
    asOnPhone()
    await show(<Cards />, { texts: ['views'] })
    await chooseMore('Import')
    expect(await screen.findByText('import of cards')).toBeTruthy()
    await chooseMore('Saved views')
    expect(await screen.findByRole('dialog', { name: 'Saved views', hidden: true })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'More', hidden: true }))
    expect(await screen.findByRole('menuitem', { name: 'All fields, CSV', hidden: true })).toBeTruthy()
  })

  it('names the active filters of a list without results and clears them', async () => {
    rows = []
    await show(<Cards />, { at: '/?q=zz&state=enabled' })
    expect(await screen.findByText('Active filters: zz, is enabled')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(address()).toBe('')
    expect(await screen.findByText('No cards')).toBeTruthy()
  })

  it('offers actions for selected rows until the selection is cleared', async () => {
    await show(<Cards />)
    fireEvent.click(await screen.findByRole('checkbox', { name: /AB12/ }))
    expect(screen.getByRole('button', { name: 'Block' })).toBeTruthy()
    fireEvent.keyDown(screen.getByRole('row', { name: /AB12/ }), { key: 'Escape' })
    expect(screen.queryByRole('button', { name: 'Block' })).toBeNull()
  })

  it('shows the failure of its request', async () => {
    isFailing = true
    await show(<Cards />)
    expect(await screen.findByRole('alert')).toBeTruthy()
  })
})
