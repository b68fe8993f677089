import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { pageTitle } from '../../lib/page-title.ts'
import { useTexts } from '../../lib/texts.ts'
import css from './page.module.css'

/**
 * The frame of a screen's content.
 *
 *   <Page fill>                                    fills the window, only the body scrolls (lists)
 *     <PageHead title={t('screens.stations')} facts={<>…</>} actions={<Button kind="primary">…</Button>} />
 *     …
 *   </Page>
 */
export function Page({ fill = false, children }: { fill?: boolean; children: ReactNode }) {
  return (
    <div className={css.page} data-fill={fill || undefined}>
      {children}
    </div>
  )
}

export interface Crumb {
  label: string
  to: string
}

/**
 * Head of a screen: the only h1. Sets the window's title; `heading` replaces the displayed title (an identity
 * in monospace with its copy button), `badge` is next to it, `facts` below, each an element (false reserves their line),
 * `actions` at the end.
 */
export function PageHead({
  title,
  heading,
  badge,
  facts,
  actions,
  crumbs,
}: {
  title: string
  heading?: ReactNode
  badge?: ReactNode
  facts?: ReactNode
  actions?: ReactNode
  crumbs?: readonly Crumb[]
}) {
  const t = useTexts()
  useEffect(() => {
    document.title = pageTitle(title)
  }, [title])
  return (
    <header className={css.head}>
      <div className={css.title}>
        {crumbs && crumbs.length > 0 && (
          <nav className={css.crumbs} data-screen-only aria-label={t('ui.breadcrumb')}>
            {crumbs.map((crumb) => (
              <Link key={crumb.to} to={crumb.to}>
                {crumb.label}
              </Link>
            ))}
          </nav>
        )}
        <div className={css.line}>
          <h1 tabIndex={-1}>{heading ?? title}</h1>
          {badge}
        </div>
        {/* The line of facts that are still loading is reserved. */}
        {facts !== undefined && (
          <div className={css.factLines}>
            <div className={css.facts}>{typeof facts === 'string' ? <bdi>{facts}</bdi> : facts}</div>
          </div>
        )}
      </div>
      {actions && (
        <div className={css.actions} data-screen-only>
          {actions}
        </div>
      )}
    </header>
  )
}

/** A surface with a border. `title` makes it a section with a heading; `pad` is off for tables and lists. */
export function Card({
  title,
  actions,
  pad = true,
  children,
}: {
  title?: ReactNode
  actions?: ReactNode
  pad?: boolean
  children: ReactNode
}) {
  const body = <div className={pad ? css.pad : css.bare}>{children}</div>
  if (!title) return <div className={css.card}>{body}</div>
  return (
    <section className={css.card}>
      <header className={css.cardHead}>
        <h2>{title}</h2>
        {actions && <div className={css.cardActions}>{actions}</div>}
      </header>
      {body}
    </section>
  )
}

/** Vertical stack with the gap between cards. */
export const Stack = ({ children, gap = 3 }: { children: ReactNode; gap?: 1 | 2 | 3 | 4 | 6 }) => (
  <div className={css.stack} style={{ gap: 4 * gap }}>
    {children}
  </div>
)

/** Items in a row that wraps. */
export const Row = ({
  children,
  gap = 2,
  end = false,
  bottom = false,
}: {
  children: ReactNode
  gap?: 1 | 2 | 3 | 4
  end?: boolean
  /** Aligns the items at their lower edge, for buttons beside fields with labels. */
  bottom?: boolean
}) => (
  <div
    className={css.row}
    data-end={end || undefined}
    data-bottom={bottom || undefined}
    style={{ gap: 4 * gap }}
  >
    {children}
  </div>
)

/** Cards in as many columns of at least 440 px as fit. */
export const CardGrid = ({ children }: { children: ReactNode }) => <div className={css.cards}>{children}</div>

/** Fields in columns of at least 200 px. */
export const FormGrid = ({ children }: { children: ReactNode }) => <div className={css.grid}>{children}</div>

/** Moves the focus to the page's heading when the key changes (a step of a wizard, another object). */
export function useHeadingFocus(key: string): void {
  const last = useRef(key)
  useEffect(() => {
    if (last.current === key) return
    last.current = key
    document.querySelector<HTMLElement>('main h1')?.focus()
  }, [key])
}
