import { IconLogout, IconMoon, IconSettings, IconUser } from '@tabler/icons-react'
import { Link } from 'react-router'
import { pageConfig } from '../../lib/page-config.ts'
import { displayName } from '../../lib/person.ts'
import { addressOf, type ScreenPath } from '../../lib/screen.ts'
import { signOut, useUser } from '../../lib/session.ts'
import { changeSettings } from '../../lib/settings.ts'
import { useTexts } from '../../lib/texts.ts'
import { useTheme } from '../../lib/theme.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Menu } from '../../ui/menu.tsx'
import css from './shell.module.css'
import own from './user-menu.module.css'

/** The user menu: name, profile, dark theme, on phones the settings, log out. */
export function UserMenu({
  profile,
  onSettings,
}: {
  /** Path of the profile; null if there is none. */
  profile: ScreenPath | null
  onSettings: () => void
}) {
  const t = useTexts()
  const user = useUser()
  const dark = useTheme() === 'dark'
  if (!user) return null
  const role = user.admin ? 'roleAdmin' : user.guest ? 'roleGuest' : 'roleActive'
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <button type="button" className={css.user} aria-label={`${t('header.user')}: ${displayName(user)}`}>
          <Avatar user={user} size={32} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={css.userHead}>
          <b>{displayName(user)}</b>
          <span>{t(`header.${role}`)}</span>
        </div>
        <Menu.Divider />
        {profile && (
          <Menu.Item component={Link} to={addressOf(profile)} leftSection={<IconUser size={16} />}>
            {t('header.profile')}
          </Menu.Item>
        )}
        <Menu.CheckboxItem
          classNames={{ itemIndicator: own.tick, itemLabel: own.withIcon }}
          checked={dark}
          closeMenuOnClick={false}
          rightSection={<span className={css.toggle} data-on={dark || undefined} aria-hidden="true" />}
          onChange={() => changeSettings({ themeType: dark ? 'semi-dark' : 'dark' })}
        >
          <IconMoon size={16} />
          {t('header.dark')}
        </Menu.CheckboxItem>
        <Menu.Item className={css.phoneOnly} leftSection={<IconSettings size={16} />} onClick={onSettings}>
          {t('header.settings')}
        </Menu.Item>
        {pageConfig().authorize && (
          <>
            <Menu.Divider />
            <Menu.Item leftSection={<IconLogout size={16} />} onClick={signOut}>
              {t('header.signOut')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
