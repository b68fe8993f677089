import { userProfileGet } from '@stationmaster/contract'
import type { ReactNode } from 'react'
import { useFormat } from '../../../lib/format.ts'
import { useEndpoint } from '../../../lib/query.ts'
import type { SessionUser } from '../../../lib/session.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Identity } from '../../../ui/data/copy.tsx'
import { KeyValues } from '../../../ui/data/key-values.tsx'
import { Unloaded } from '../../../ui/feedback/feedback.tsx'
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
        {found.data ? (
          <>
            <Picture user={user} />
            <NameForm profile={found.data} />
          </>
        ) : (
          <Unloaded small query={found} rows={4} rowHeight={52} />
        )}
        <ReadOnlyFields user={user} />
      </Stack>
    </Card>
  )
}

/** Fields of users that they cannot change themselves. */
function ReadOnlyFields({ user }: { user: SessionUser }) {
  const t = useTexts('profile')
  const format = useFormat()
  const role = user.admin
    ? t('header.roleAdmin')
    : user.guest
      ? t('header.roleGuest')
      : t('header.roleActive')
  const rows: [string, ReactNode][] = [
    [t('login'), <Identity key="login" value={user.profile.username} />],
    [t('role'), role],
    [t('organisation'), user.account.name],
    [t('account'), <Identity key="account" value={user.account.code} copy />],
    [t('balance'), <bdi key="balance">{format.money(user.account.balance, user.account.currency_code)}</bdi>],
  ]
  return <KeyValues rows={rows} />
}
