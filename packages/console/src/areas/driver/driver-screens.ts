import type { ScreenRow } from '../../lib/screen.ts'

export const screens = [
  {
    path: '/driver',
    title: 'driver:find.title',
    icon: 'station',
    may: 'driver',
    menu: true,
    wide: true,
    texts: ['map'],
    load: () => import('./screens/find.tsx'),
  },
  {
    path: '/driver/stations',
    title: 'driver:find.title',
    icon: 'station',
    may: 'driver',
    params: true,
    texts: ['map', 'tariffs', 'sites'],
    load: () => import('./screens/stations.tsx'),
  },
  {
    path: '/driver/queue',
    title: 'driver:queue.title',
    icon: 'station',
    may: 'driver',
    load: () => import('./screens/queue.tsx'),
  },
  {
    path: '/driver/charge',
    title: 'driver:charge.title',
    icon: 'connected',
    may: 'driver',
    menu: true,
    params: true,
    texts: ['tariffs'],
    load: () => import('./screens/charge.tsx'),
  },
  {
    path: '/driver/sessions',
    title: 'driver:sessions',
    icon: 'transaction',
    may: 'driver',
    menu: true,
    params: true,
    texts: ['chart', 'charges'],
    load: () => import('./screens/sessions.tsx'),
  },
  {
    path: '/driver/cards',
    title: 'driver:me.title',
    icon: 'card',
    may: 'driver',
    menu: true,
    load: () => import('./screens/me.tsx'),
  },
] as const satisfies readonly ScreenRow[]

declare module '../../lib/screen.ts' {
  interface ScreenPaths {
    '/driver/stations': true
    '/driver/queue': true
    '/driver/charge': true
    '/driver/sessions': true
    '/driver/cards': true
  }
}
