import { cardMethod } from '@stationmaster/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { show } from '../../../test/render.tsx'
import { applyPageConfig } from '../../lib/page-config.ts'
import { Button } from '../../ui/buttons.tsx'
import { Menu } from '../../ui/menu.tsx'
import { MethodItems } from './method-items.tsx'

const id = '01990000-0000-7000-8000-000000000001'
const offer = (code: string, more = {}) => ({
  id: `01990000-0000-7000-8000-${code.padStart(12, '0').replaceAll(/\D/g, '1')}`,
  code,
  name: `The method ${code}`,
  actioncode: code,
  enabled: true,
  system: true,
  ...more,
})
let offers: unknown[]
let requests: { path: string; body: unknown }[]

beforeEach(() => {
  applyPageConfig({ authorize: false, debug: false })
  requests = []
  vi.stubGlobal('fetch', (path: string, request: { body: string }) => {
    requests.push({ path, body: JSON.parse(request.body) })
    return Promise.resolve(Response.json(path.endsWith('/card/method') ? offers : {}))
  })
})
afterEach(() => vi.unstubAllGlobals())

const enable = vi.fn()
async function openMenu(): Promise<(string | null)[]> {
  await show(
    <Menu>
      <Menu.Target>
        <Button>menu</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <MethodItems
          offers={cardMethod}
          classCode="card"
          id={id}
          subject="Cards"
          items={{
            enable: { label: 'Unblock', icon: null, run: enable },
            delete: { label: 'Delete', icon: null, run: () => {} },
          }}
        />
      </Menu.Dropdown>
    </Menu>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'menu' }))
  await screen.findByRole('menu')
  await waitFor(() => expect(screen.queryByText('Loading…')).toBeNull())
  return screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
}

// Proves O4, S4.1
it('shows exactly the offered methods, built-in ones also in states that administrators added', async () => {
  offers = [offer('enable'), offer('paint', { system: false })]
  expect(await openMenu()).toEqual(['Unblock', 'The method paint'])
  fireEvent.click(screen.getByRole('menuitem', { name: 'Unblock' }))
  expect(enable).toHaveBeenCalledOnce()
})

it('runs a custom method, and a built-in one without an item, by its id', async () => {
  const paint = offer('paint', { system: false })
  offers = [paint, offer('archive')]
  expect(await openMenu()).toEqual(['The method paint', 'The method archive'])
  fireEvent.click(screen.getByRole('menuitem', { name: 'The method paint' }))
  await waitFor(() =>
    expect(requests).toContainEqual(
      expect.objectContaining({
        path: expect.stringMatching(/\/method\/run$/),
        body: { id, method: paint.id },
      }),
    ),
  )
})

it('disables a method that the viewer sees but may not run', async () => {
  offers = [offer('delete', { enabled: false })]
  expect(await openMenu()).toEqual(['Delete'])
  expect(screen.getByRole<HTMLButtonElement>('menuitem').hasAttribute('disabled')).toBe(true)
})
