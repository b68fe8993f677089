import { chooseLanguage } from '../../../lib/session.ts'
import { changeSettings } from '../../../lib/settings.ts'
import { asLanguage, languages, useLanguage, useTexts } from '../../../lib/texts.ts'
import { useTheme } from '../../../lib/theme.ts'
import { SelectField, SwitchField } from '../../../ui/form/fields.tsx'
import { Card, Stack } from '../../../ui/page/page.tsx'

/** Dark theme and language. */
export function AppearanceCard() {
  const t = useTexts('profile')
  const theme = useTheme()
  const language = useLanguage()
  return (
    <Card title={t('appearance')}>
      <Stack gap={4}>
        <SwitchField
          label={t('header.dark')}
          checked={theme === 'dark'}
          onChange={(event) =>
            changeSettings({ themeType: event.currentTarget.checked ? 'dark' : 'semi-dark' })
          }
        />
        <SelectField
          label={t('settings.language')}
          maw={320}
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
