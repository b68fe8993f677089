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
import css from '../profile/rules.module.css'
import { StationRules } from '../profile/station-rules.tsx'

/** The signed-in person: who, the account's connection link, appearance, log out. */
export default function Profile() {
  const t = useTexts('profile')
  const say = useTexts()
  const user = useUser()
  return (
    <Page>
      <PageHead
        title={t('title')}
        facts={user && displayName(user)}
        actions={
          user && (
            <Button icon={<IconLogout size={16} />} onClick={signOut}>
              {say('header.signOut')}
            </Button>
          )
        }
      />
      {user ? (
        <>
          <Stations user={user} />
          <Person user={user} />
        </>
      ) : (
        <Card>
          <Empty title={say('header.roleGuest')} />
        </Card>
      )}
      <Appearance />
    </Page>
  )
}

/** Where stations connect to, and what the account demands of them. */
function Stations({ user }: { user: SessionUser }) {
  const t = useTexts('profile')
  return (
    <Card title={t('stations')}>
      <Stack gap={6}>
        <Link user={user} />
        <section aria-labelledby="station-rules" className={css.part}>
          <h3 id="station-rules">{t('rules.title')}</h3>
          <p className="muted">{t('rules.lead', { organisation: user.account.name })}</p>
          <StationRules mayChange={user.admin} />
        </section>
      </Stack>
    </Card>
  )
}

/** Websocket domain, /ocpp/ and the account's code; the station's identity is appended. */
function Link({ user }: { user: SessionUser }) {
  const t = useTexts('profile')
  const link = `${stationOrigin(pageConfig())}/ocpp/${encodeURIComponent(user.account.code)}/`
  return (
    <section aria-labelledby="station-link" className={css.part}>
      <h3 id="station-link">{t('link')}</h3>
      <p className="muted">{t('linkLead')}</p>
      <Identity value={link} copy />
      <p className="muted">{t('linkHint', { example: `${link}CS-0001` })}</p>
    </section>
  )
}

function Person({ user }: { user: SessionUser }) {
  const t = useTexts('profile')
  const say = useTexts()
  const format = useFormat()
  const role = user.admin
    ? say('header.roleAdmin')
    : user.guest
      ? say('header.roleGuest')
      : say('header.roleActive')
  const rows: [string, ReactNode][] = [
    [t('name'), displayName(user)],
    [t('login'), <Identity key="login" value={user.profile.username} />],
    [t('email'), user.email],
    [t('role'), role],
    [t('organisation'), user.account.name],
    [t('account'), <Identity key="account" value={user.account.code} copy />],
    [t('balance'), <bdi key="balance">{format.money(user.account.balance, user.account.currency_code)}</bdi>],
  ]
  return (
    <Card title={t('person')}>
      <KeyValues rows={rows} wide />
    </Card>
  )
}

function Appearance() {
  const t = useTexts('profile')
  const say = useTexts()
  const { themeType } = useSettings()
  const language = useLanguage()
  return (
    <Card title={t('appearance')}>
      <Stack gap={4}>
        <SwitchField
          label={say('header.dark')}
          checked={themeType === 'dark'}
          onChange={(event) =>
            changeSettings({ themeType: event.currentTarget.checked ? 'dark' : 'semi-dark' })
          }
        />
        <SelectField
          label={say('settings.language')}
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
