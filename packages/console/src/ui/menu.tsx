import type { Menu as MantineMenu } from '@mantine/core'
import { loadedOverlays } from './overlay/library.ts'
import { OverlayDropdown, type OverlayProps, OverlayRoot, OverlayTarget } from './overlay/overlay.tsx'

/** An entry is in an opened menu, so its code is loaded. */
function entry<Name extends 'Item' | 'CheckboxItem' | 'RadioItem' | 'Label' | 'Divider'>(name: Name) {
  const Entry = (props: object) => {
    const Loaded = loadedOverlays()?.Menu[name] as React.ComponentType | undefined
    return Loaded && <Loaded {...props} />
  }
  // The type of an item depends on the component that it is rendered as.
  return Entry as unknown as (typeof MantineMenu)[Name]
}

/**
 * Menus: a button that opens entries. Enter, Space and ArrowDown open it with the focus on the first entry, Escape
 * closes it and returns the focus.
 *
 *   <Menu position="bottom-end">
 *     <Menu.Target><Button>…</Button></Menu.Target>
 *     <Menu.Dropdown><Menu.Item onClick={…}>…</Menu.Item></Menu.Dropdown>
 *   </Menu>
 */
export function Menu(props: OverlayProps) {
  return <OverlayRoot popup="menu" {...props} />
}
Menu.Target = OverlayTarget
Menu.Dropdown = OverlayDropdown
Menu.Item = entry('Item')
Menu.CheckboxItem = entry('CheckboxItem')
Menu.RadioItem = entry('RadioItem')
Menu.Label = entry('Label')
Menu.Divider = entry('Divider')

/** A button that opens a panel with controls; the focus moves into the panel. */
export function Popover(props: OverlayProps) {
  return <OverlayRoot popup="dialog" {...props} />
}
Popover.Target = OverlayTarget
Popover.Dropdown = OverlayDropdown
