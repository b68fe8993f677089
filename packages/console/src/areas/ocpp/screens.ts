import type { AreaTable, PathsOf } from '../../lib/screen.ts'

/** OCPP tools: the connected stations, and commands to them. */
export const ocpp = {
  area: 'ocpp',
  title: 'shell:areas.ocpp',
  icon: 'ocpp',
  texts: ['ocpp', 'terms'],
  wide: true,
  screens: [
    {
      path: '/ocpp',
      title: 'shell:screens.ocppStations',
      icon: 'connected',
      may: 'operator',
      menu: true,
      texts: ['stations'],
      load: () => import('./screens/stations.tsx'),
    },
    {
      path: '/ocpp/command',
      title: 'shell:screens.commands',
      icon: 'command',
      may: 'operator',
      menu: true,
      params: true,
      texts: ['commands', 'errors'],
      load: () => import('./screens/command.tsx'),
    },
  ],
} as const satisfies AreaTable

declare module '../../lib/screen.ts' {
  interface ScreenPaths extends Record<PathsOf<typeof ocpp>, true> {}
}
