import {
  IconAlertTriangle,
  IconApi,
  IconBox,
  IconGauge,
  IconHistory,
  IconMail,
  IconSitemap,
  IconUser,
  IconUsersGroup,
} from '@tabler/icons-react'
import type { PathsOf, ScreenRow } from '../../lib/screen.ts'

/**
 * Administration. The rows come late (area.ts), so each brings its own picture, and their words stand in the area's
 * namespace: `screens` for the rows, `menu` for the groups, which the menu shows in the order of their first rows.
 */
export const screens = [
  {
    path: '/admin',
    title: 'admin:screens.dashboard',
    icon: IconGauge,
    may: 'admin',
    menu: true,
    texts: ['dashboard'],
    load: () => import('./screens/dashboard.tsx'),
  },
  {
    path: '/admin/apilog',
    title: 'admin:screens.apilog',
    icon: IconApi,
    may: 'admin',
    menu: true,
    group: 'admin:menu.journals',
    texts: ['journals'],
    load: () => import('./screens/apilog.tsx'),
  },
  {
    path: '/admin/dblog',
    title: 'admin:screens.dblog',
    icon: IconAlertTriangle,
    may: 'admin',
    menu: true,
    group: 'admin:menu.journals',
    texts: ['journals'],
    load: () => import('./screens/dblog.tsx'),
  },
  {
    path: '/admin/audit',
    title: 'admin:screens.audit',
    icon: IconHistory,
    may: 'admin',
    menu: true,
    group: 'admin:menu.journals',
    texts: ['journals'],
    load: () => import('./screens/audit.tsx'),
  },
  {
    path: '/admin/groups',
    title: 'admin:screens.groups',
    icon: IconUsersGroup,
    may: 'admin',
    menu: true,
    group: 'admin:menu.people',
    params: true,
    load: () => import('./screens/groups.tsx'),
  },
  {
    path: '/admin/users',
    title: 'admin:screens.users',
    icon: IconUser,
    may: 'admin',
    menu: true,
    group: 'admin:menu.people',
    params: true,
    load: () => import('./screens/users.tsx'),
  },
  {
    path: '/admin/mail',
    title: 'admin:screens.mail',
    icon: IconMail,
    may: 'admin',
    menu: true,
    group: 'admin:menu.tools',
    load: () => import('./screens/mail.tsx'),
  },
  {
    path: '/admin/workflow',
    title: 'admin:screens.workflow',
    icon: IconSitemap,
    may: 'admin',
    menu: true,
    group: 'admin:menu.settings',
    params: true,
    texts: ['workflow', 'security'],
    load: () => import('./screens/workflow.tsx'),
  },
  {
    path: '/admin/objects',
    title: 'workflow:objects.title',
    icon: IconBox,
    may: 'admin',
    menu: true,
    group: 'admin:menu.settings',
    params: true,
    texts: ['workflow'],
    load: () => import('./screens/objects.tsx'),
  },
] as const satisfies readonly ScreenRow[]

declare module '../../lib/screen.ts' {
  interface ScreenPaths extends Record<PathsOf<{ screens: typeof screens }>, true> {}
}
