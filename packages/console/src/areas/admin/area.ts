import type { AreaTable } from '../../lib/screen.ts'

/** Administration: its screens, their words and their pictures come when an administrator does. */
export const admin: AreaTable = {
  area: 'admin',
  title: 'shell:areas.admin',
  icon: 'admin',
  texts: ['admin'],
  wide: true,
  screens: [],
  load: async () => (await import('./screens.ts')).screens,
}
