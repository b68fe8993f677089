import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { show } from '../../test/render.tsx'
import { Button } from './buttons.tsx'
import { Menu } from './menu.tsx'

const chosen = vi.fn()
async function showMenu(): Promise<HTMLElement> {
  await show(
    <Menu>
      <Menu.Target>
        <Button>menu</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {['first', 'second', 'third'].map((name) => (
          <Menu.Item key={name} onClick={() => chosen(name)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>,
  )
  const button = screen.getByRole('button', { name: 'menu' })
  button.focus()
  return button
}
const focused = () => document.activeElement?.textContent

it('keeps the keys that are pressed while a menu is loading', async () => {
  const button = await showMenu()
  fireEvent.keyDown(button, { key: 'ArrowDown' })
  fireEvent.keyDown(button, { key: 'ArrowDown' })
  fireEvent.keyDown(button, { key: 'Enter' })
  await waitFor(() => expect(chosen.mock.calls).toEqual([['second']]))
})

it('opens a menu by key with the focus on its first entry, and returns the focus on Escape', async () => {
  const button = await showMenu()
  fireEvent.click(button, { detail: 0 })
  await waitFor(() => expect(focused()).toBe('first'))
  expect(button.getAttribute('aria-expanded')).toBe('true')
  fireEvent.keyDown(document.activeElement ?? button, { key: 'ArrowDown' })
  expect(focused()).toBe('second')
  fireEvent.keyDown(document.activeElement ?? button, { key: 'Escape' })
  await waitFor(() => expect(document.activeElement).toBe(button))
  expect(button.getAttribute('aria-expanded')).toBe('false')
})

it('does not open a menu that is left with Escape while it is loading', async () => {
  const button = await showMenu()
  fireEvent.click(button, { detail: 0 })
  fireEvent.keyDown(button, { key: 'Escape' })
  expect(button.getAttribute('aria-expanded')).toBe('false')
  await new Promise((done) => setTimeout(done, 200))
  expect(screen.queryByRole('menu')).toBeNull()
})
