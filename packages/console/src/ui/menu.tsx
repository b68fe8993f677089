/** Menus: `Menu`, `Menu.Target`, `Menu.Dropdown`, `Menu.Item`, `Menu.Label`, `Menu.Divider`; tips and pop-ups. */
export { Menu, Popover, Tooltip } from '@mantine/core'
