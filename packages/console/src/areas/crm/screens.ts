import {
  IconArrowsExchange,
  IconBell,
  IconBolt,
  IconBuildingStore,
  IconCreditCard,
  IconSearch,
  IconUser,
} from '@tabler/icons-react'
import type { AreaTable, PathsOf } from '../../lib/screen.ts'

/** The operator's back office. Rows in the order of the menu. */
export const crm = {
  area: 'crm',
  title: 'shell:areas.crm',
  icon: IconBuildingStore,
  texts: ['crm'],
  screens: [
    {
      path: '/crm',
      title: 'shell:screens.stations',
      icon: IconBolt,
      may: 'operator',
      texts: ['stations', 'map'],
      load: () => import('./screens/stations.tsx'),
    },
    {
      path: '/crm/stations',
      title: 'shell:screens.stations',
      icon: IconBolt,
      may: 'operator',
      menu: true,
      texts: ['stations', 'map'],
      load: () => import('./screens/stations.tsx'),
    },
    {
      path: '/crm/station',
      title: 'shell:screens.station',
      icon: IconBolt,
      may: 'operator',
      params: true,
      texts: ['station', 'transactions', 'chart', 'map'],
      load: () => import('./screens/station.tsx'),
    },
    {
      path: '/crm/transactions',
      title: 'shell:screens.transactions',
      icon: IconArrowsExchange,
      may: 'operator',
      menu: true,
      texts: ['transactions', 'chart'],
      load: () => import('./screens/transactions.tsx'),
    },
    {
      path: '/crm/cards',
      title: 'shell:screens.cards',
      icon: IconCreditCard,
      may: 'operator',
      menu: true,
      texts: ['cards'],
      load: () => import('./screens/cards.tsx'),
    },
    {
      path: '/crm/search',
      title: 'shell:screens.search',
      icon: IconSearch,
      may: 'operator',
      load: () => import('./screens/search.tsx'),
    },
    {
      path: '/crm/notice',
      title: 'shell:screens.notice',
      icon: IconBell,
      may: 'operator',
      load: () => import('./screens/notice.tsx'),
    },
    {
      path: '/crm/profile',
      title: 'shell:screens.profile',
      icon: IconUser,
      may: 'operator',
      texts: ['profile'],
      load: () => import('./screens/profile.tsx'),
    },
  ],
} as const satisfies AreaTable

declare module '../../lib/screen.ts' {
  interface ScreenPaths extends Record<PathsOf<typeof crm>, true> {}
}
