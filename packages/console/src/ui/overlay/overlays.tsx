import { Menu, Tooltip } from '@mantine/core'
import { Suspense, useEffect, useEffectEvent } from 'react'
import { Anchor, useOpenedAfterMount } from './anchor.tsx'
import type { AnchoredProps, Overlay } from './types.ts'

/** The parts of menus, popovers and tooltips that are loaded on demand: see library.ts. */
export { AnchoredPopover } from './anchored-popover.tsx'
export { Menu, Tooltip }

/** The dropdown of a menu at its button. */
export function AnchoredMenu({ overlay, dropdown, children }: AnchoredProps) {
  const isOpen = useOpenedAfterMount(overlay)
  return (
    <Menu
      {...overlay.options}
      id={overlay.id}
      opened={isOpen}
      // Without the placeholder the first entry gets the focus.
      withInitialFocusPlaceholder={!overlay.byKeyboard}
      onChange={overlay.setOpened}
    >
      <Menu.Target>
        <Anchor overlay={overlay} />
      </Menu.Target>
      <Menu.Dropdown {...dropdown}>
        <Suspense>
          {children}
          <Arrival overlay={overlay} />
        </Suspense>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Passes on the keys that were pressed before the entries were there; after the focus has moved to them. */
function Arrival({ overlay }: { overlay: Overlay }) {
  const { byKeyboard, takeKeys, id } = overlay
  const arrive = useEffectEvent(() => {
    const menu = document.getElementById(`${id}-dropdown`)
    const keys = takeKeys()
    if (byKeyboard && menu?.querySelector(':focus')?.role !== 'menuitem') firstItem(menu)?.focus()
    for (const key of keys) press(key, menu)
  })
  useEffect(() => {
    // The focus moves to the menu, in a task of its own, when the menu is shown; entries may come later.
    let timer = setTimeout(() => {
      timer = setTimeout(arrive)
    })
    return () => clearTimeout(timer)
  }, [])
  return null
}

const firstItem = (menu: HTMLElement | null): HTMLElement | null =>
  menu?.querySelector('[data-menu-item]:not(:disabled)') ?? null

function press(key: string, menu: HTMLElement | null): void {
  const focused = menu?.querySelector<HTMLElement>(':focus') ?? menu
  if (key === 'Enter' || key === ' ') focused?.click()
  else focused?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
}
