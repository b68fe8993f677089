/** Screens of the back office that open by `g` and a letter. */
export const goScreens = [
  { key: 's', path: '/crm/stations', title: 'screens.stations' },
  { key: 't', path: '/crm/transactions', title: 'screens.transactions' },
  { key: 'i', path: '/crm/incidents', title: 'screens.incidents' },
  { key: 'a', path: '/crm/activity', title: 'screens.activity' },
] as const

/** Returns true if a key is pressed in a field or in a dialog, which use it themselves. */
export const isTyping = (event: KeyboardEvent): boolean =>
  event.target instanceof Element &&
  event.target.closest('input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]') !== null
