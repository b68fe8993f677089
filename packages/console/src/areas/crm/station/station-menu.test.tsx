import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { show } from '../../../../test/render.tsx'
import type { Station } from '../../../features/stations/station-columns.tsx'
import { applyPageConfig } from '../../../lib/page-config.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { StationMenu } from './station-menu.tsx'

vi.mock('../../../lib/access.ts', () => ({ useMay: () => () => true }))

beforeEach(() => {
  applyPageConfig({ authorize: false, debug: false })
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json([])))
})
afterEach(() => vi.unstubAllGlobals())

// Only the fields that the menu reads.
const stationOf = (approval: string, bootstatus: string | null) =>
  ({
    id: 's',
    identity: 'CS-1',
    typecode: 'private',
    statecode: 'enabled',
    connected: false,
    unreachable: null,
    outofservicesince: null,
    connectors: [],
    methods: {},
    approval,
    bootstatus,
  }) as unknown as Station

it.each([
  ['accepted', null, ['Reject']],
  ['policy', 'Accepted', ['Reject']],
  ['policy', 'Pending', ['Approve', 'Reject']],
  ['policy', null, ['Approve', 'Reject']],
  ['rejected', 'Accepted', ['Approve']],
])('with the approval %s and the boot status %s, offers %j', async (approval, bootstatus, offered) => {
  await show(
    <Menu>
      <Menu.Target>
        <Button>menu</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <StationMenu station={stationOf(approval, bootstatus)} onOpen={() => {}} />
      </Menu.Dropdown>
    </Menu>,
    { texts: ['station'] },
  )
  fireEvent.click(screen.getByRole('button', { name: 'menu' }))
  await screen.findByRole('menuitem', { name: /Reset/ })
  const items = screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
  expect(items.filter((item) => /^(Approve|Reject)/.test(item))).toEqual(offered)
})
