import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { show } from '../../../test/render.tsx'
import { applyPageConfig } from '../../lib/page-config.ts'
import { PlaceFilters } from './place-filters.tsx'
import { GroupMenu } from './station-group-details.tsx'

afterEach(() => vi.unstubAllGlobals())

it('the filter by site remains while no site matches the typed text', async () => {
  applyPageConfig({ authorize: false, debug: false })
  let searches = 0
  vi.stubGlobal('fetch', (address: string, { body }: { body: string }) => {
    const path = new URL(address, location.href).pathname
    if (path.endsWith('/site/count')) return Promise.resolve(Response.json({ count: 1 }))
    if (!path.endsWith('/site/list')) return Promise.resolve(Response.json([]))
    const { search = [] } = JSON.parse(body) as { search?: unknown[] }
    if (search.length > 0) searches += 1
    return Promise.resolve(Response.json(search.length > 0 ? [] : [{ id: '1', code: 'S1', label: 'Depot' }]))
  })
  await show(<PlaceFilters at={{ site: '', network: '' }} onChange={() => {}} />, { texts: ['stations'] })
  const field = await screen.findByRole('combobox', { name: 'Site' })
  act(() => field.focus())
  fireEvent.change(field, { target: { value: 'none' } })
  await waitFor(() => expect(searches).toBe(1))
  await waitFor(() => expect(screen.queryByRole('option', { hidden: true })).toBeNull())
  expect(screen.getByRole('combobox', { name: 'Site' })).toBeTruthy()
})

it('stations can be grouped by site once there are sites', async () => {
  applyPageConfig({ authorize: false, debug: false })
  let count = 0
  vi.stubGlobal('fetch', (address: string) =>
    Promise.resolve(Response.json(address.endsWith('/site/count') ? { count } : [])),
  )
  const group = vi.fn()
  const menu = <GroupMenu value="" onChange={group} />
  const none = await show(menu, { texts: ['station-groups'] })
  expect(none.container.querySelector('button')).toBeNull()
  none.unmount()
  count = 1
  await show(menu, { texts: ['station-groups'] })
  fireEvent.click(await screen.findByRole('button', { name: 'Group by' }))
  await screen.findByRole('menuitemradio', { name: 'Not grouped', checked: true })
  expect(screen.queryByRole('menuitemradio', { name: 'By network' })).toBeNull()
  fireEvent.click(screen.getByRole('menuitemradio', { name: 'By site' }))
  expect(group).toHaveBeenCalledWith('site')
})
