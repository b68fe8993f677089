import type { AreaTable } from '../../lib/screen.ts'

/** The drivers' area. Where the page configuration leaves it out, drivers find its first page at the root. */
export const driver: AreaTable = {
  area: 'driver',
  title: 'shell:areas.driver',
  icon: 'driver',
  texts: ['driver', 'cards', 'transactions'],
  screens: [],
  load: async () => (await import('./driver-screens.ts')).screens,
}
