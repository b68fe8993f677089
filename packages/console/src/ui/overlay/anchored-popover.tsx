import { Popover, type PopoverProps } from '@mantine/core'
import { Anchor, useOpenedAfterMount } from './anchor.tsx'
import type { AnchoredProps } from './types.ts'

/** Sets the height that is visible at the button as a style property of the dropdown. */
const middlewares: PopoverProps['middlewares'] = {
  size: {
    padding: 8,
    apply: ({ availableHeight, elements }) =>
      elements.floating.style.setProperty('--visible-height', `${availableHeight}px`),
  },
}

/** The dropdown of a popover at its button. */
export function AnchoredPopover({ overlay, dropdown, children }: AnchoredProps) {
  const isOpen = useOpenedAfterMount(overlay)
  return (
    <Popover
      {...overlay.options}
      id={overlay.id}
      middlewares={middlewares}
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
