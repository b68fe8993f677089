import type { AreaTable } from '../../lib/screen.ts'

/** The driver's area. Without screens it stays closed, whatever the page configuration says. */
export const driver: AreaTable = {
  area: 'driver',
  title: 'shell:areas.driver',
  icon: 'driver',
  texts: [],
  screens: [],
}
