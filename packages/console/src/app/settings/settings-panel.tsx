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
import { Segments, SelectField, SwitchField } from '../../ui/form/fields.tsx'
import css from './settings-panel.module.css'

/** Everything that a person may set on this device. Each choice acts at once. */
export function SettingsPanel({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  const present = useSettings()
  const language = useLanguage()
  const navWords = {
    fixed: t('settings.navFixed'),
    mini: t('settings.navMini'),
    drawer: t('settings.navDrawer'),
  }
  const layoutWords = {
    full: t('settings.layoutFull'),
    boxed: t('settings.layoutBoxed'),
    framed: t('settings.layoutFramed'),
  }
  const themeWords = {
    light: t('settings.themeLight'),
    'semi-dark': t('settings.themeSemiDark'),
    dark: t('settings.themeDark'),
  }
  return (
    <Drawer title={t('settings.title')} opened onClose={onClose}>
      <div className={css.panel}>
        <Choice
          label={t('settings.theme')}
          words={themeWords}
          known={themeTypes}
          value={present.themeType}
          onChange={(themeType) => changeSettings({ themeType })}
        />
        <Colours value={present.themeColor} />
        <Choice
          label={t('settings.nav')}
          words={navWords}
          known={navStyles}
          value={present.navStyle}
          onChange={(navStyle) => changeSettings({ navStyle })}
        />
        <Choice
          label={t('settings.layout')}
          words={layoutWords}
          known={layoutTypes}
          value={present.layoutType}
          onChange={(layoutType) => changeSettings({ layoutType })}
        />
        <SelectField
          label={t('settings.language')}
          data={languages.map(({ locale, name }) => ({ value: locale, label: name }))}
          value={language}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          onChange={(code) => {
            const chosen = asLanguage(code ?? '')
            if (chosen) void chooseLanguage(chosen)
          }}
        />
        <SwitchField
          label={t('settings.density')}
          checked={present.dense}
          onChange={(event) => changeSettings({ dense: event.currentTarget.checked })}
        />
        <SwitchField
          label={t('settings.rtl')}
          checked={present.isDirectionRTL}
          onChange={(event) => changeSettings({ isDirectionRTL: event.currentTarget.checked })}
        />
        <div className={css.foot}>
          <p>{t('settings.kept')}</p>
          <Button small onClick={() => changeSettings(defaultSettings)}>
            {t('settings.reset')}
          </Button>
        </div>
      </div>
    </Drawer>
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
      <Segments
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
  const names = Object.keys(themeColors) as ThemeColor[] // the keys of a constant object
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
