import type { ScreenRow } from '../../lib/screen.ts'

export const screens = [
  {
    path: '/driver',
    title: 'shell:screens.driver',
    icon: 'card',
    may: 'driver',
    load: () => import('./screens/start.tsx'),
  },
] as const satisfies readonly ScreenRow[]
