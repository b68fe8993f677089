import { userProfileGet } from '@stationmaster/contract'
import type { ReactNode } from 'react'
import { useFormat } from '../../../lib/format.ts'
import { useEndpoint } from '../../../lib/query.ts'
import type { SessionUser } from '../../../lib/session.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Identity } from '../../../ui/data/copy.tsx'
import { KeyValues } from '../../../ui/data/key-values.tsx'
import { Failure, Loading } from '../../../ui/feedback/feedback.tsx'
import { Card, Stack } from '../../../ui/page/page.tsx'
import { NameForm } from './name-form.tsx'
import { Picture } from './picture.tsx'

/** The signed-in user: picture, name and email, editable, and the fields that only others can change. */
export function PersonCard({ user }: { user: SessionUser }) {
  const t = useTexts('profile')
  const found = useEndpoint(userProfileGet, {})
  return (
    <Card title={t('person')}>
      <Stack gap={6}>
        {found.error && !found.data ? (
          <Failure small error={found.error} onRetry={() => void found.refetch()} />
        ) : found.data ? (
          <>
            <Picture user={user} />
            <NameForm profile={found.data} />
          </>
        ) : (
          <Loading rows={4} rowHeight={52} />
        )}
        <ReadOnlyFields user={user} />
      </Stack>
    </Card>
  )
}

/** Fields of users that they cannot change themselves. */
function ReadOnlyFields({ user }: { user: SessionUser }) {
  const t = useTexts('profile')
  const tShell = useTexts()
  const format = useFormat()
  const role = user.admin
    ? tShell('header.roleAdmin')
    : user.guest
      ? tShell('header.roleGuest')
      : tShell('header.roleActive')
  const rows: [string, ReactNode][] = [
    [t('login'), <Identity key="login" value={user.profile.username} />],
    [t('role'), role],
    [t('organisation'), user.account.name],
    [t('account'), <Identity key="account" value={user.account.code} copy />],
    [t('balance'), <bdi key="balance">{format.money(user.account.balance, user.account.currency_code)}</bdi>],
  ]
  return <KeyValues rows={rows} />
}
