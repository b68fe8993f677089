import { productTitle } from '../lib/page-title.ts'
import css from './brand.module.css'

/** Logo and name of the product; `mini` shows only the logo. */
export function Brand({ mini = false }: { mini?: boolean }) {
  return (
    <span className={css.brand}>
      <svg width="26" height="26" viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" fill="var(--accent)" />
        <path d="M18 5 8 18h6.5L13 27l11-14h-6.8z" fill="#fff" />
      </svg>
      <span className={mini ? 'hidden-text' : undefined}>{productTitle}</span>
    </span>
  )
}
