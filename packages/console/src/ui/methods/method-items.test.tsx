import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { show } from '../../../test/render.tsx'
import { applyPageConfig } from '../../lib/page-config.ts'
import { customLabels, nameKey } from '../../lib/texts.ts'
import { Button } from '../buttons.tsx'
import { Menu } from '../menu.tsx'
import { MethodItems } from './method-items.tsx'

const id = '01990000-0000-7000-8000-000000000001'
let methods: Record<string, string | null>
let requests: { path: string; body: unknown }[]

beforeEach(() => {
  applyPageConfig({ authorize: false, debug: false })
  requests = []
  vi.stubGlobal('fetch', (path: string, request: { body: string }) => {
    requests.push({ path, body: JSON.parse(request.body) })
    return Promise.resolve(Response.json({}))
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
          classCode="card"
          object={{ id, methods }}
          subject="Cards"
          items={{
            enable: { label: 'Unblock', icon: null, run: enable },
            delete: { label: 'Delete', icon: null, run: () => {} },
          }}
        />
      </Menu.Dropdown>
    </Menu>,
    { texts: ['errors'] },
  )
  fireEvent.click(screen.getByRole('button', { name: 'menu' }))
  await screen.findByRole('menu')
  return screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
}

// Proves O4, S4.1
it('shows exactly the methods of the object, custom ones with their label, and requests nothing', async () => {
  customLabels.set(new Map([[nameKey('method', 'card', 'paint'), 'Paint it']]))
  methods = { enable: null, paint: null }
  expect(await openMenu()).toEqual(['Unblock', 'Paint it'])
  expect(requests).toEqual([])
  fireEvent.click(screen.getByRole('menuitem', { name: 'Unblock' }))
  expect(enable).toHaveBeenCalledOnce()
})

it('runs a method without an item by its code', async () => {
  methods = { archive: null }
  expect(await openMenu()).toEqual(['archive'])
  fireEvent.click(screen.getByRole('menuitem', { name: 'archive' }))
  await waitFor(() =>
    expect(requests).toMatchObject([
      { path: expect.stringMatching(/\/method\/run$/), body: { id, code: 'archive' } },
    ]),
  )
})

it('disables a method that is not possible now, and says why', async () => {
  methods = { delete: 'method.forbidden' }
  expect(await openMenu()).toEqual(['DeleteYou may not run the method “Delete” of the class card.'])
  expect(screen.getByRole<HTMLButtonElement>('menuitem').hasAttribute('disabled')).toBe(true)
})
