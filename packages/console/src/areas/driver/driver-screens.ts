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
    texts: ['map', 'tariffs', 'sites', 'driver-favourites', 'driver-reservation'],
    load: () => import('./screens/stations.tsx'),
  },
  {
    path: '/driver/queue',
    title: 'driver:queue.title',
    icon: 'station',
    may: 'driver',
    texts: ['driver-queue'],
    load: () => import('./screens/queue.tsx'),
  },
  {
    path: '/driver/reservation',
    title: 'driver-reservation:title',
    icon: 'station',
    may: 'driver',
    params: true,
    texts: ['cards', 'driver-reservation', 'tariffs'],
    load: () => import('./screens/reservation.tsx'),
  },
  {
    path: '/driver/charge',
    title: 'driver:charge.title',
    icon: 'connected',
    may: 'driver',
    menu: true,
    params: true,
    texts: ['cards', 'tariffs', 'driver-money', 'car-drivers'],
    load: () => import('./screens/charge.tsx'),
  },
  {
    path: '/driver/sessions',
    title: 'driver:sessions',
    icon: 'transaction',
    may: 'driver',
    menu: true,
    params: true,
    texts: ['chart', 'charges', 'car-drivers'],
    load: () => import('./screens/sessions.tsx'),
  },
  {
    path: '/driver/report',
    title: 'problem-reports:own',
    icon: 'station',
    may: 'driver',
    params: true,
    texts: ['problem-reports'],
    load: () => import('./screens/report.tsx'),
  },
  {
    path: '/driver/cards',
    title: 'driver:me.title',
    icon: 'card',
    may: 'driver',
    menu: true,
    texts: ['cards', 'driver-data', 'driver-money'],
    load: () => import('./screens/me.tsx'),
  },
  {
    path: '/driver/money',
    title: 'driver:money',
    icon: 'invoice',
    may: 'driver',
    params: true,
    texts: ['driver-money'],
    load: () => import('./screens/money.tsx'),
  },
  {
    path: '/driver/cars',
    title: 'driver:cars',
    icon: 'driver',
    may: 'driver',
    menu: true,
    texts: ['driver-data', 'car-drivers'],
    load: () => import('./screens/cars.tsx'),
  },
  {
    path: '/driver/notice',
    title: 'driver:notices',
    icon: 'notice',
    may: 'driver',
    menu: true,
    texts: ['driver-data', 'notices'],
    load: () => import('./screens/notice.tsx'),
  },
  {
    path: '/driver/data',
    title: 'driver:data',
    icon: 'person',
    may: 'driver',
    texts: ['driver-data'],
    load: () => import('./screens/data.tsx'),
  },
] as const satisfies readonly ScreenRow[]

declare module '../../lib/screen.ts' {
  interface ScreenPaths {
    '/driver/stations': true
    '/driver/queue': true
    '/driver/reservation': true
    '/driver/charge': true
    '/driver/sessions': true
    '/driver/report': true
    '/driver/cards': true
    '/driver/money': true
    '/driver/cars': true
    '/driver/notice': true
    '/driver/data': true
  }
}
