import { chooseLanguage } from '../../lib/session.ts'
import { languages, useLanguage, useTexts } from '../../lib/texts.ts'
import css from './sign-page.module.css'

/** The available languages in a row, each by its own name. */
export function LanguagePicker() {
  const t = useTexts()
  const present = useLanguage()
  return (
    <nav className={css.languages} aria-label={t('header.language')}>
      {languages.map(({ locale, name }) => (
        <button
          key={locale}
          type="button"
          lang={locale}
          aria-current={present === locale || undefined}
          onClick={() => void chooseLanguage(locale)}
        >
          {name}
        </button>
      ))}
    </nav>
  )
}
