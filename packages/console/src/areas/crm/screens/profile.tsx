import { IconLogout } from '@tabler/icons-react'
import { Suspense } from 'react'
import { LazyNotificationSettings } from '../../../features/incidents/lazy-notifications.tsx'
import { displayName } from '../../../lib/person.ts'
import { pageConfig } from '../../../lib/page-config.ts'
import { signOut, useUser } from '../../../lib/session.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Empty, Loading } from '../../../ui/feedback/feedback.tsx'
import { LeaveGuard } from '../../../ui/feedback/leaving.ts'
import { Card, CardGrid, Page, PageHead, Stack } from '../../../ui/page/page.tsx'
import { AppearanceCard } from '../profile/appearance-card.tsx'
import { FactorCard } from '../profile/factor-card.tsx'
import { FirstPasswordCard } from '../profile/first-password-card.tsx'
import { LimitsCard } from '../profile/limits-card.tsx'
import { NoticeMailsCard } from '../profile/notice-mails-card.tsx'
import { PasswordCard } from '../profile/password-card.tsx'
import { PersonCard } from '../profile/person-card.tsx'
import { SessionsCard } from '../profile/sessions-card.tsx'
import { SignInsCard } from '../profile/sign-ins-card.tsx'
import { StationsCard } from '../profile/stations-card.tsx'

/** The signed-in user: profile, sign-in methods, sessions, station access, appearance, log out. */
export default function Profile() {
  const t = useTexts('profile')
  const user = useUser()
  return (
    <Page>
      <LeaveGuard />
      <PageHead
        title={t('title')}
        facts={user && displayName(user)}
        actions={
          user &&
          pageConfig().authorize && (
            <Button icon={<IconLogout size={16} />} onClick={signOut}>
              {t('header.signOut')}
            </Button>
          )
        }
      />
      {user ? (
        <>
          <CardGrid>
            <Stack>
              <PersonCard key={user.id} user={user} />
              <AppearanceCard />
              <NoticeMailsCard />
            </Stack>
            {pageConfig().authorize && (
              <Stack>
                {user.password === false ? <FirstPasswordCard user={user} /> : <PasswordCard user={user} />}
                <SignInsCard />
                <FactorCard />
                <SessionsCard />
              </Stack>
            )}
          </CardGrid>
          {user.interface.code !== 'driver' && (
            <Suspense fallback={<Loading rows={4} />}>
              <LazyNotificationSettings user={user.id} />
            </Suspense>
          )}
          <LimitsCard user={user} />
          {user.interface.code !== 'driver' && <StationsCard user={user} />}
        </>
      ) : (
        <>
          <Card>
            <Empty title={t('header.roleGuest')} />
          </Card>
          <AppearanceCard />
        </>
      )}
    </Page>
  )
}
