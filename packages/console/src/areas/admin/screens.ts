import type { AreaTable } from '../../lib/screen.ts'

/** Administration. Without screens it stays closed, whatever the page configuration says. */
export const admin: AreaTable = {
  area: 'admin',
  title: 'shell:areas.admin',
  icon: 'admin',
  texts: ['admin'],
  wide: true,
  screens: [],
}
