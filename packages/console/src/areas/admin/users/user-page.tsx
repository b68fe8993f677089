import { adminUserGet } from '@stationmaster/contract'
import { IconChevronDown } from '@tabler/icons-react'
import { type ComponentType, lazy, Suspense } from 'react'
import { useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useUser } from '../../../lib/session.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Loading } from '../../../ui/feedback/feedback.tsx'
import { LeaveGuard } from '../../../ui/feedback/leaving.ts'
import { ObjectNotFound } from '../../../ui/feedback/object-not-found.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { Page, PageHead, useHeadingFocus } from '../../../ui/page/page.tsx'
import { Tabs } from '../../../ui/page/tabs.tsx'
import { LabelledAgo } from '../../../ui/time/moment.tsx'
import { actionsFor, useUserAction } from './user-actions.ts'
import { type User, UserRole, UserState } from './user-columns.tsx'
import { UserMenuItems } from './user-menu-items.tsx'

const tabs = ['profile', 'groups', 'addresses', 'interfaces', 'sessions', 'limits'] as const
const bodies: Record<(typeof tabs)[number], ComponentType<{ user: User }>> = {
  profile: lazy(async () => ({ default: (await import('./user-profile.tsx')).UserProfile })),
  groups: lazy(async () => ({ default: (await import('./user-groups.tsx')).UserGroups })),
  addresses: lazy(async () => ({ default: (await import('./user-addresses.tsx')).UserAddresses })),
  interfaces: lazy(async () => ({ default: (await import('./user-interface.tsx')).UserInterface })),
  sessions: lazy(async () => ({ default: (await import('./user-sessions.tsx')).UserSessions })),
  limits: lazy(async () => ({ default: (await import('./user-limits.tsx')).UserLimits })),
}

/** One user, in tabs that are part of the address. */
export function UserPage({ id, tab }: { id: string; tab: string | undefined }) {
  const t = useTexts('admin')
  const found = useEndpoint(adminUserGet, { id }, { hints: ['user.changed'] })
  const crumbs = useCrumbs()
  useHeadingFocus(id)
  const active = tabs.find((known) => known === tab) ?? 'profile'
  const user = found.data
  const Body = bodies[active]
  if (!user)
    return (
      <Page>
        <PageHead title={t('users.one')} crumbs={crumbs} />
        <ObjectNotFound
          query={found}
          title={t('users.notFound')}
          to={addressOf('/admin/users')}
          link={t('users.title')}
        />
      </Page>
    )
  return (
    <Page>
      <LeaveGuard />
      <UserHead user={user} />
      <Tabs
        label={t('users.tabs.label')}
        active={active}
        tabs={tabs.map((known) => ({
          id: known,
          label: t(`users.tabs.${known}`),
          to: addressOf('/admin/users', [id, known]),
          count: known === 'groups' ? user.groups.length : known === 'sessions' ? user.sessions : undefined,
        }))}
      >
        <Suspense fallback={<Loading rows={6} />}>
          <Body user={user} />
        </Suspense>
      </Tabs>
    </Page>
  )
}

function UserHead({ user }: { user: User }) {
  const t = useTexts('admin')
  const act = useUserAction()
  const self = useUser()?.userid
  return (
    <PageHead
      title={user.name}
      badge={<UserState state={user.statecode} />}
      crumbs={useCrumbs()}
      facts={
        <>
          <bdi className="mono">{user.username}</bdi>
          <span>
            <UserRole user={user} />
          </span>
          <bdi>{user.accountname}</bdi>
          <LabelledAgo label={t('users.lastActivity')} at={user.lastactivity} />
        </>
      }
      actions={
        actionsFor(user, self).length > 0 && (
          <Menu position="bottom-end">
            <Menu.Target>
              <Button icon={<IconChevronDown size={16} />}>{t('users.actions')}</Button>
            </Menu.Target>
            <Menu.Dropdown>
              <UserMenuItems user={user} onAct={(action) => void act(user, action)} />
            </Menu.Dropdown>
          </Menu>
        )
      }
    />
  )
}

function useCrumbs() {
  const t = useTexts('admin')
  return [{ label: t('users.title'), to: addressOf('/admin/users') }]
}
