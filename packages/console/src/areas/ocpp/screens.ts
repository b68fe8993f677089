import { IconChargingPile, IconSend, IconTerminal2 } from '@tabler/icons-react'
import type { AreaTable, PathsOf } from '../../lib/screen.ts'

/** OCPP tools: the stations that are connected, and commands to them. */
export const ocpp = {
  area: 'ocpp',
  title: 'shell:areas.ocpp',
  icon: IconTerminal2,
  texts: ['ocpp'],
  wide: true,
  screens: [
    {
      path: '/ocpp',
      title: 'shell:screens.ocppStations',
      icon: IconChargingPile,
      may: 'operator',
      menu: true,
      load: () => import('./screens/stations.tsx'),
    },
    {
      path: '/ocpp/command',
      title: 'shell:screens.commands',
      icon: IconSend,
      may: 'operator',
      menu: true,
      params: true,
      texts: ['commands'],
      load: () => import('./screens/command.tsx'),
    },
  ],
} as const satisfies AreaTable

declare module '../../lib/screen.ts' {
  interface ScreenPaths extends Record<PathsOf<typeof ocpp>, true> {}
}
