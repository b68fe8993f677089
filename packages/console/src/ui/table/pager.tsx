import { usePagination } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { LazySegments } from '../form/lazy-segments.tsx'
import css from './list-panel.module.css'

export interface Paging {
  page: number
  size: string
  /** Null until known. */
  total: number | null
  onPage: (page: number) => void
  onSize: (size: '25' | '50' | '100') => void
}

interface PagedPlace {
  page: number
  size: '25' | '50' | '100'
}

/** Returns the paging state from the address; another page size starts at the first page. */
export const pagingOf = (
  at: PagedPlace,
  go: (change: Partial<PagedPlace>) => void,
  total: number | null,
): Paging => ({
  page: at.page,
  size: at.size,
  total,
  onPage: (page) => go({ page }),
  onSize: (size) => go({ size, page: 1 }),
})

const sizes = ['25', '50', '100'] as const

export function Pager({ paging }: { paging: Paging }) {
  const t = useTexts()
  const { page, total, onPage } = paging
  const size = Number(paging.size)
  const last = Math.max(1, Math.ceil((total ?? 0) / size))
  const { range } = usePagination({ total: last, page })
  const from = total === 0 ? 0 : (page - 1) * size + 1
  return (
    <nav className={css.pager} aria-label={t('ui.table.pages')}>
      <div className={css.size} data-screen-only>
        <span aria-hidden="true">{t('ui.table.rowsPerPage')}</span>
        <LazySegments
          size="xs"
          aria-label={t('ui.table.rowsPerPage')}
          data={[...sizes]}
          value={paging.size}
          onChange={(value) => paging.onSize(sizes.find((known) => known === value) ?? '50')}
        />
      </div>
      {total !== null && (
        <bdi className="figure">
          {t('ui.table.range', { from: Math.min(from, total), to: Math.min(page * size, total), total })}
        </bdi>
      )}
      <ul className={css.pages} data-screen-only>
        <Step label={t('ui.table.previous')} to={page - 1} last={last} onPage={onPage}>
          <IconChevronLeft size={16} />
        </Step>
        {range.map((number, at) => (
          <li key={number === 'dots' ? `gap-${at}` : number}>
            {number === 'dots' ? <span aria-hidden="true">…</span> : <Page {...{ number, page, onPage }} />}
          </li>
        ))}
        <Step label={t('ui.table.next')} to={page + 1} last={last} onPage={onPage}>
          <IconChevronRight size={16} />
        </Step>
      </ul>
    </nav>
  )
}

function Page({ number, page, onPage }: { number: number; page: number; onPage: (page: number) => void }) {
  const t = useTexts()
  return (
    <button
      type="button"
      aria-label={t('ui.table.page', { page: number })}
      aria-current={number === page ? 'page' : undefined}
      onClick={() => onPage(number)}
    >
      {number}
    </button>
  )
}

function Step({
  label,
  to,
  last,
  onPage,
  children,
}: {
  label: string
  to: number
  last: number
  onPage: (page: number) => void
  children: ReactNode
}) {
  return (
    <li>
      <button type="button" aria-label={label} disabled={to < 1 || to > last} onClick={() => onPage(to)}>
        {children}
      </button>
    </li>
  )
}
