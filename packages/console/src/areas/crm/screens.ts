import type { AreaTable, PathsOf } from '../../lib/screen.ts'

const stations = () => import('./screens/stations.tsx')
export const loadProfile = () => import('./screens/profile.tsx')

/** The operator's back office, in the order of the menu. */
export const crm = {
  area: 'crm',
  title: 'shell:areas.crm',
  icon: 'crm',
  texts: [],
  screens: [
    {
      path: '/crm',
      title: 'shell:screens.stations',
      icon: 'station',
      may: 'operator',
      texts: ['stations', 'map'],
      load: stations,
    },
    {
      path: '/crm/stations',
      title: 'shell:screens.stations',
      icon: 'station',
      may: 'operator',
      menu: true,
      texts: ['stations', 'map'],
      load: stations,
    },
    {
      path: '/crm/activity',
      title: 'shell:screens.activity',
      icon: 'activity',
      may: 'operator',
      menu: true,
      texts: ['activity', 'terms', 'time'],
      load: () => import('./screens/activity.tsx'),
    },
    {
      path: '/crm/stations/attempts',
      title: 'shell:screens.attempts',
      icon: 'connected',
      may: 'operator',
      texts: ['connection', 'stations'],
      load: () => import('./screens/attempts.tsx'),
    },
    {
      path: '/crm/station',
      title: 'shell:screens.station',
      icon: 'station',
      may: 'operator',
      params: true,
      texts: ['station', 'connection', 'transactions', 'terms', 'chart', 'map', 'errors', 'time', 'activity'],
      load: () => import('./screens/station.tsx'),
    },
    {
      path: '/crm/transactions',
      title: 'shell:screens.transactions',
      icon: 'transaction',
      may: 'operator',
      menu: true,
      texts: ['transactions', 'terms', 'chart', 'errors', 'time'],
      load: () => import('./screens/transactions.tsx'),
    },
    {
      path: '/crm/transaction',
      title: 'shell:screens.transactions',
      icon: 'transaction',
      may: 'operator',
      params: true,
      texts: ['transactions', 'terms', 'chart', 'errors'],
      load: () => import('./screens/transaction.tsx'),
    },
    {
      path: '/crm/cards',
      title: 'shell:screens.cards',
      icon: 'card',
      may: 'operator',
      menu: true,
      texts: ['cards', 'errors'],
      load: () => import('./screens/cards.tsx'),
    },
    {
      path: '/crm/sites',
      title: 'shell:screens.sites',
      icon: 'site',
      may: 'operator',
      menu: true,
      texts: ['sites', 'errors'],
      load: () => import('./screens/sites.tsx'),
    },
    {
      path: '/crm/site',
      title: 'shell:screens.site',
      icon: 'site',
      may: 'operator',
      params: true,
      texts: ['sites', 'stations', 'station', 'map', 'errors'],
      load: () => import('./screens/site.tsx'),
    },
    {
      path: '/crm/network',
      title: 'shell:screens.networks',
      icon: 'network',
      may: 'admin',
      menu: true,
      texts: ['sites'],
      load: () => import('./screens/network.tsx'),
    },
    {
      path: '/crm/search',
      title: 'shell:screens.search',
      icon: 'search',
      may: 'operator',
      texts: ['ocpp'],
      load: () => import('./screens/search.tsx'),
    },
    {
      path: '/crm/notice',
      title: 'shell:screens.notice',
      icon: 'notice',
      may: 'operator',
      texts: ['notices'],
      load: () => import('./screens/notice.tsx'),
    },
    {
      path: '/crm/profile',
      title: 'shell:screens.profile',
      icon: 'person',
      may: 'operator',
      texts: ['profile'],
      load: loadProfile,
    },
  ],
} as const satisfies AreaTable

declare module '../../lib/screen.ts' {
  interface ScreenPaths extends Record<PathsOf<typeof crm>, true> {}
}
