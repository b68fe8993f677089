import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { chooseLanguage } from '../../lib/session.ts'
import {
  changeSettings,
  defaultSettings,
  layoutTypes,
  navStyles,
  type ThemeColor,
  themeColors,
  themeTypes,
  useSettings,
} from '../../lib/settings.ts'
import { asLanguage, languages, useLanguage, useTexts } from '../../lib/texts.ts'
import { Button } from '../../ui/buttons.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { SegmentedControl, SelectField, SwitchField } from '../../ui/form/fields.tsx'
import { DemoData } from './demo-data.tsx'
import css from './settings-panel.module.css'

/** All settings of a user on this device. Each choice takes effect immediately. */
export function SettingsPanel({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  const { dense, isDirectionRTL } = useSettings()
  return (
    <Drawer title={t('settings.title')} onClose={onClose}>
      <div className={css.panel}>
        <Choices />
        <LanguageField />
        <SwitchField
          label={t('settings.density')}
          checked={dense}
          onChange={(event) => changeSettings({ dense: event.currentTarget.checked })}
        />
        <SwitchField
          label={t('settings.rtl')}
          checked={isDirectionRTL}
          onChange={(event) => changeSettings({ isDirectionRTL: event.currentTarget.checked })}
        />
        <DemoData />
        <div className={css.foot}>
          <p>{t('settings.saved')}</p>
          <Button small onClick={() => changeSettings(defaultSettings)}>
            {t('settings.reset')}
          </Button>
        </div>
      </div>
    </Drawer>
  )
}

/** Settings with a few values: theme and colour, navigation, layout. */
function Choices() {
  const t = useTexts()
  const { themeType, themeColor, navStyle, layoutType } = useSettings()
  const themes = {
    light: t('settings.themeLight'),
    'semi-dark': t('settings.themeSemiDark'),
    dark: t('settings.themeDark'),
    system: t('settings.themeSystem'),
  }
  const navs = { fixed: t('settings.navFixed'), mini: t('settings.navMini'), drawer: t('settings.navDrawer') }
  const layouts = {
    full: t('settings.layoutFull'),
    boxed: t('settings.layoutBoxed'),
    framed: t('settings.layoutFramed'),
  }
  return (
    <>
      <Choice
        label={t('settings.theme')}
        words={themes}
        known={themeTypes}
        value={themeType ?? 'semi-dark'}
        onChange={(value) => changeSettings({ themeType: value })}
      />
      <Colours value={themeColor} />
      <Choice
        label={t('settings.nav')}
        words={navs}
        known={navStyles}
        value={navStyle}
        onChange={(value) => changeSettings({ navStyle: value })}
      />
      <Choice
        label={t('settings.layout')}
        words={layouts}
        known={layoutTypes}
        value={layoutType}
        onChange={(value) => changeSettings({ layoutType: value })}
      />
    </>
  )
}

function LanguageField() {
  const t = useTexts()
  return (
    <SelectField
      label={t('settings.language')}
      data={languages.map(({ locale, name }) => ({ value: locale, label: name }))}
      value={useLanguage()}
      comboboxProps={{ withinPortal: false }}
      onChange={(code) => {
        const chosen = asLanguage(code ?? '')
        if (chosen) void chooseLanguage(chosen)
      }}
    />
  )
}

function Choice<T extends string>({
  label,
  words,
  known,
  value,
  onChange,
}: {
  label: string
  words: Record<T, string>
  known: readonly T[]
  value: T
  onChange: (value: T) => void
}) {
  return (
    <Part label={label}>
      <SegmentedControl
        fullWidth
        aria-label={label}
        value={value}
        data={known.map((word) => ({ value: word, label: words[word] }))}
        onChange={(next) => {
          const chosen = known.find((word) => word === next)
          if (chosen) onChange(chosen)
        }}
      />
    </Part>
  )
}

function Colours({ value }: { value: ThemeColor }) {
  const t = useTexts()
  const names = Object.keys(themeColors) as ThemeColor[] // The keys of a constant object.
  return (
    <Part label={t('settings.colour')}>
      <div className={css.colours} role="radiogroup" aria-label={t('settings.colour')}>
        {names.map((name) => (
          <label key={name} title={t(`settings.colours.${name}`)}>
            <input
              type="radio"
              name="theme-colour"
              className="hidden-text"
              aria-label={t(`settings.colours.${name}`)}
              checked={name === value}
              onChange={() => changeSettings({ themeColor: name })}
            />
            <span style={{ background: themeColors[name] }}>{name === value && <IconCheck size={16} />}</span>
          </label>
        ))}
      </div>
    </Part>
  )
}

const Part = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <div className={css.label}>{label}</div>
    {children}
  </div>
)
