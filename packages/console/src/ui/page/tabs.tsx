import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import css from './tabs.module.css'

export interface Tab {
  id: string
  label: string
  /** Address of this tab: tabs are part of the history. */
  to: string
  /** Number of its objects. */
  count?: number | null
}

const centerOf = ({ left, width }: DOMRect): number => left + width / 2

/** Tabs in the address: links, so that middle click and Back work. The caller renders the panel. */
export function Tabs({
  label,
  tabs,
  active,
  children,
}: {
  label: string
  tabs: readonly Tab[]
  active: string
  /** Content of the tab; absent if it has cards of its own below. */
  children?: ReactNode
}) {
  const format = useFormat()
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    const line = list.current
    const tab = line?.querySelector(`[data-tab="${CSS.escape(active)}"]`)?.getBoundingClientRect()
    // not scrollIntoView, which also scrolls the page to tabs below the window
    if (line && tab) line.scrollLeft += centerOf(tab) - centerOf(line.getBoundingClientRect())
  }, [active])
  return (
    <div className={css.tabs}>
      <nav ref={list} className={css.list} aria-label={label}>
        {tabs.map((tab) => (
          <Link
            key={tab.id}
            to={tab.to}
            preventScrollReset
            className={css.tab}
            data-tab={tab.id}
            aria-current={tab.id === active ? 'page' : undefined}
          >
            {tab.label}
            {typeof tab.count === 'number' && (
              <span className={css.count} aria-hidden>
                {format.number(tab.count)}
              </span>
            )}
          </Link>
        ))}
      </nav>
      {children && <div className={css.panel}>{children}</div>}
    </div>
  )
}
