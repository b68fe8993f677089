import { IconChevronLeft, IconWorld } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { CallError } from '../../../lib/call.ts'
import { pageTitle } from '../../../lib/page-title.ts'
import { chooseLanguage } from '../../../lib/session.ts'
import { type Language, languages, useLanguage, useTexts } from '../../../lib/texts.ts'
import { Unloaded } from '../../../ui/feedback/feedback.tsx'
import { StateGlyph } from '../../../ui/state/state-glyph.tsx'
import driver from '../parts/driver.module.css'
import css from './guest.module.css'

/** A page of guests: operator and language, heading, content, and its one action. */
export function GuestPage({
  title,
  operator,
  onBack,
  action,
  children,
}: {
  title: string
  /** Name of the operator; null: not known yet. */
  operator: string | null
  onBack?: () => void
  action?: ReactNode
  children: ReactNode
}) {
  const t = useTexts('guest')
  useEffect(() => {
    document.title = pageTitle(title)
  }, [title])
  return (
    <main className={css.page}>
      <div className={driver.page}>
        <header className={css.top}>
          <b>
            <bdi>{operator}</bdi>
          </b>
          <LanguageSelect />
        </header>
        <div className={css.title}>
          {onBack && (
            <button type="button" className={css.back} aria-label={t('pay.back')} onClick={onBack}>
              <IconChevronLeft size={24} />
            </button>
          )}
          <h1 tabIndex={-1}>{title}</h1>
        </div>
        <div className={driver.body}>{children}</div>
        {action && (
          <div className={driver.foot}>
            <div className={driver.action}>{action}</div>
          </div>
        )}
      </div>
    </main>
  )
}

function LanguageSelect() {
  const t = useTexts()
  const present = useLanguage()
  // Dutch is not offered, but can be stored in this browser
  const isOffered = languages.some(({ locale }) => locale === present)
  return (
    <label className={css.language}>
      <IconWorld size={20} aria-hidden="true" />
      <span className="hidden-text">{t('header.language')}</span>
      <select
        value={present}
        onChange={(event) => void chooseLanguage(event.currentTarget.value as Language)}
      >
        {!isOffered && (
          <option value={present} lang={present}>
            {new Intl.DisplayNames(present, { type: 'language' }).of(present)}
          </option>
        )}
        {languages.map(({ locale, name }) => (
          <option key={locale} value={locale} lang={locale}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

/** Shows that a code or a link is void in plain words, and otherwise that the page is loading or has failed. */
export function Unavailable({ query }: { query: UseQueryResult }) {
  const { error } = query
  if (!(error instanceof CallError && error.code.startsWith('guest.')))
    return <Unloaded query={query} rows={6} />
  return (
    <div className={driver.centre} role="alert">
      <span className={driver.state} data-state="unavailable">
        <StateGlyph state="unavailable" size={72} />
      </span>
      <p>{error.message}</p>
    </div>
  )
}
