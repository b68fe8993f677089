/**
 * Menus: `Menu`, `Menu.Target`, `Menu.Dropdown`, `Menu.Item`, `Menu.Label`, `Menu.Divider`; tooltips and
 * popovers.
 */
export { Menu, Popover, Tooltip } from '@mantine/core'
