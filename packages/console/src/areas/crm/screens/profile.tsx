import { IconLogout } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useFormat } from '../../../lib/format.ts'
import { pageConfig, stationOrigin } from '../../../lib/page-config.ts'
import { displayName } from '../../../lib/person.ts'
import { chooseLanguage, type SessionUser, signOut, useUser } from '../../../lib/session.ts'
import { changeSettings, useSettings } from '../../../lib/settings.ts'
import { asLanguage, languages, useLanguage, useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Identity } from '../../../ui/data/copy.tsx'
import { KeyValues } from '../../../ui/data/key-values.tsx'
import { Empty } from '../../../ui/feedback/feedback.tsx'
import { SelectField, SwitchField } from '../../../ui/form/fields.tsx'
import { Card, Page, PageHead, Stack } from '../../../ui/page/page.tsx'

/** The signed-in person: who, the account's connection link, appearance, log out. */
export default function Profile() {
  const t = useTexts()
  const user = useUser()
  return (
    <Page>
      <PageHead
        title={t('profile.title')}
        facts={user && displayName(user)}
        actions={
          user && (
            <Button icon={<IconLogout size={16} />} onClick={signOut}>
              {t('header.signOut')}
            </Button>
          )
        }
      />
      {user ? (
        <>
          <Link user={user} />
          <Person user={user} />
        </>
      ) : (
        <Card>
          <Empty title={t('header.roleGuest')} />
        </Card>
      )}
      <Appearance />
    </Page>
  )
}

/** Websocket domain, /ocpp/ and the account's code; the station's identity is appended. */
function Link({ user }: { user: SessionUser }) {
  const t = useTexts()
  const link = `${stationOrigin(pageConfig())}/ocpp/${encodeURIComponent(user.account.code)}/`
  return (
    <Card title={t('profile.link')}>
      <Stack gap={2}>
        <p className="muted">{t('profile.linkLead')}</p>
        <Identity value={link} copy />
        <p className="muted">{t('profile.linkHint', { example: `${link}CS-0001` })}</p>
      </Stack>
    </Card>
  )
}

function Person({ user }: { user: SessionUser }) {
  const t = useTexts()
  const format = useFormat()
  const role = user.admin
    ? t('header.roleAdmin')
    : user.guest
      ? t('header.roleGuest')
      : t('header.roleActive')
  const rows: [string, ReactNode][] = [
    [t('profile.name'), displayName(user)],
    [t('profile.login'), <Identity key="login" value={user.profile.username} />],
    [t('profile.email'), user.email],
    [t('profile.role'), role],
    [t('profile.organisation'), user.account.name],
    [t('profile.account'), <Identity key="account" value={user.account.code} copy />],
    [
      t('profile.balance'),
      <bdi key="balance">{format.money(user.account.balance, user.account.currency_code)}</bdi>,
    ],
  ]
  return (
    <Card title={t('profile.person')}>
      <KeyValues rows={rows} wide />
    </Card>
  )
}

function Appearance() {
  const t = useTexts()
  const { themeType } = useSettings()
  const language = useLanguage()
  return (
    <Card title={t('profile.appearance')}>
      <Stack gap={4}>
        <SwitchField
          label={t('header.dark')}
          checked={themeType === 'dark'}
          onChange={(event) =>
            changeSettings({ themeType: event.currentTarget.checked ? 'dark' : 'semi-dark' })
          }
        />
        <SelectField
          label={t('settings.language')}
          maw={320}
          allowDeselect={false}
          value={language}
          data={languages.map(({ locale, name }) => ({ value: locale, label: name }))}
          onChange={(code) => {
            const chosen = asLanguage(code ?? '')
            if (chosen) void chooseLanguage(chosen)
          }}
        />
      </Stack>
    </Card>
  )
}
