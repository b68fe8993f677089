import type { ComponentPropsWithoutRef, ReactNode } from 'react'
import { Link } from 'react-router'
import css from './plain-button.module.css'

/** Buttons without the library, for pages of the entry bundle: sign-in, 404, crash. `main` fills it. */
export function PlainButton({
  main = false,
  busy = false,
  type = 'button',
  children,
  ...rest
}: { main?: boolean; busy?: boolean } & Omit<ComponentPropsWithoutRef<'button'>, 'className'>) {
  return (
    <button
      type={type}
      className={css.button}
      data-main={main || undefined}
      aria-busy={busy || undefined}
      disabled={busy}
      {...rest}
    >
      {busy ? <span className={css.busy}>{children}</span> : children}
    </button>
  )
}

export const PlainLink = ({
  to,
  main = false,
  children,
}: {
  to: string
  main?: boolean
  children: ReactNode
}) => (
  <Link to={to} className={css.button} data-main={main || undefined}>
    {children}
  </Link>
)

/** A link that reloads the page, in case the router is broken. */
export const ReloadLink = ({
  to,
  onClick,
  children,
}: {
  to: string
  onClick?: () => void
  children: ReactNode
}) => (
  <a href={to} className={css.button} onClick={onClick}>
    {children}
  </a>
)
