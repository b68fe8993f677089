import type { AreaTable } from '../../lib/screen.ts'

/** Administration: its screens, texts and icons are loaded on demand, for administrators. */
export const admin: AreaTable = {
  area: 'admin',
  title: 'shell:areas.admin',
  icon: 'admin',
  texts: ['admin', 'group-names'],
  wide: true,
  screens: [],
  load: async () => (await import('./screens.ts')).screens,
}
