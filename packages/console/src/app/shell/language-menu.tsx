import { IconCheck, IconWorld } from '@tabler/icons-react'
import { chooseLanguage } from '../../lib/session.ts'
import { languages, useLanguage, useTexts } from '../../lib/texts.ts'
import { IconButton } from '../../ui/buttons.tsx'
import { Menu } from '../../ui/menu.tsx'

/** The available languages, each by its own name. */
export function LanguageMenu() {
  const t = useTexts()
  const present = useLanguage()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton label={t('header.language')}>
          <IconWorld size={20} />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        {languages.map(({ locale, name }) => (
          <Menu.Item
            key={locale}
            lang={locale}
            aria-current={locale === present || undefined}
            rightSection={locale === present && <IconCheck size={16} />}
            onClick={() => void chooseLanguage(locale)}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
