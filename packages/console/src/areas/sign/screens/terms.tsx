import { terms } from '@stationmaster/contract'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../../lib/call.ts'
import { addressOf } from '../../../lib/screen.ts'
import { type Language, useLanguage, useTexts } from '../../../lib/texts.ts'
import { SignPage } from '../sign-page.tsx'
import css from '../sign-page.module.css'
import { blocksOf } from '../terms-blocks.ts'

const sections = ['service', 'account', 'charging', 'data', 'limits', 'changes'] as const

/** The terms and conditions: those of the installation, or the neutral ones of the console. */
export default function Terms() {
  const t = useTexts('sign')
  const own = useOwnTerms(useLanguage())
  if (own === undefined) return null
  return (
    <SignPage
      title={t('terms.title')}
      wide
      foot={<Link to={addressOf('/signin')}>{t('setup.toSignIn')}</Link>}
    >
      <article className={css.terms}>
        {own === null
          ? sections.map((name) => (
              <section key={name}>
                <h2>{t(`terms.${name}.title`)}</h2>
                <p>{t(`terms.${name}.text`)}</p>
              </section>
            ))
          : blocksOf(own).map(({ isHeading, text, place }) =>
              isHeading ? <h2 key={place}>{text}</h2> : <p key={place}>{text}</p>,
            )}
      </article>
    </SignPage>
  )
}

/** Returns the terms of this installation; null if it has none, undefined until the server has responded. */
function useOwnTerms(locale: Language): string | null | undefined {
  const [own, setOwn] = useState<string | null>()
  useEffect(() => {
    const ending = new AbortController()
    call(terms, { locale }, { signal: ending.signal })
      .then(({ text }) => setOwn(text))
      // Terms must be readable even if the server fails.
      .catch(() => !ending.signal.aborted && setOwn(null))
    return () => ending.abort()
  }, [locale])
  return own
}
