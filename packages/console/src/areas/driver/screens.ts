import type { AreaTable } from '../../lib/screen.ts'

/** Area of drivers. If the page configuration excludes it, drivers see its first page at the root. */
export const driver: AreaTable = {
  area: 'driver',
  title: 'shell:areas.driver',
  icon: 'driver',
  texts: ['driver'],
  screens: [],
  load: async () => (await import('./driver-screens.ts')).screens,
}
