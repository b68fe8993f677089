import { Popover } from '@mantine/core'
import { Anchor, useOpenedAfterMount } from './anchor.tsx'
import type { AnchoredProps } from './types.ts'

/** The dropdown of a popover at its button. */
export function AnchoredPopover({ overlay, dropdown, children }: AnchoredProps) {
  const isOpen = useOpenedAfterMount(overlay)
  return (
    <Popover
      {...overlay.options}
      id={overlay.id}
      opened={isOpen}
      trapFocus
      returnFocus
      onChange={overlay.setOpened}
    >
      <Popover.Target>
        <Anchor overlay={overlay} />
      </Popover.Target>
      <Popover.Dropdown {...dropdown}>{children}</Popover.Dropdown>
    </Popover>
  )
}
