import { type ReactNode, useEffect } from 'react'
import { pageTitle } from '../../lib/page-title.ts'
import { Brand } from '../../ui/brand.tsx'
import { LanguagePicker } from './language-picker.tsx'
import css from './sign-page.module.css'

/** A page without the shell: brand, one card, the languages below. */
export function SignPage({
  title,
  lead,
  wide = false,
  foot,
  children,
}: {
  title: string
  lead?: ReactNode
  wide?: boolean
  /** Links below the form. */
  foot?: ReactNode
  children: ReactNode
}) {
  useEffect(() => {
    document.title = pageTitle(title)
  }, [title])
  return (
    <main className={css.page}>
      <div className={css.brand}>
        <Brand />
      </div>
      <div className={css.card} data-wide={wide || undefined}>
        <h1>{title}</h1>
        {lead && <p className={css.lead}>{lead}</p>}
        {children}
        {foot && <div className={css.foot}>{foot}</div>}
      </div>
      <LanguagePicker />
    </main>
  )
}
