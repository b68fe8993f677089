import type { AreaTable } from '../../lib/screen.ts'

/** The drivers' area. If the page configuration excludes it, the root shows its first page to drivers. */
export const driver: AreaTable = {
  area: 'driver',
  title: 'shell:areas.driver',
  icon: 'driver',
  texts: ['driver', 'cards', 'transactions'],
  screens: [],
  load: async () => (await import('./driver-screens.ts')).screens,
}
