import type { AreaTable, PathsOf } from '../../lib/screen.ts'

const users = () => import('./screens/users.tsx')

/** Administration: people and groups, and the mails that the house has sent. */
export const admin = {
  area: 'admin',
  title: 'shell:areas.admin',
  icon: 'admin',
  texts: ['admin'],
  wide: true,
  screens: [
    {
      path: '/admin',
      title: 'shell:screens.users',
      icon: 'person',
      may: 'admin',
      load: users,
    },
    {
      path: '/admin/mail',
      title: 'shell:screens.mail',
      icon: 'mail',
      may: 'admin',
      menu: true,
      group: 'shell:screens.journals',
      load: () => import('./screens/mail.tsx'),
    },
    {
      path: '/admin/groups',
      title: 'shell:screens.groups',
      icon: 'group',
      may: 'admin',
      menu: true,
      group: 'shell:screens.groups',
      params: true,
      load: () => import('./screens/groups.tsx'),
    },
    {
      path: '/admin/users',
      title: 'shell:screens.users',
      icon: 'person',
      may: 'admin',
      menu: true,
      group: 'shell:screens.groups',
      params: true,
      load: users,
    },
  ],
} as const satisfies AreaTable

declare module '../../lib/screen.ts' {
  interface ScreenPaths extends Record<PathsOf<typeof admin>, true> {}
}
