import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Drawer } from '../../../ui/drawer.tsx'
import { CopyButton } from '../../../ui/data/copy.tsx'
import { Unloaded } from '../../../ui/feedback/feedback.tsx'
import { Stack } from '../../../ui/page/page.tsx'
import css from './journals.module.css'

interface Found<Row> {
  data: Row | undefined
  error: Error | null
  isPending: boolean
  refetch: () => unknown
}

/** Details of one entry next to its list. */
export function EntryDrawer<Row>({
  title,
  found,
  onClose,
  children,
}: {
  title: string
  found: Found<Row>
  onClose: () => void
  children: (row: Row) => ReactNode
}) {
  return (
    <Drawer wide title={title} onClose={onClose}>
      {!found.data && <Unloaded query={found} rows={6} />}
      {found.data && <Stack gap={4}>{children(found.data)}</Stack>}
    </Drawer>
  )
}

/** A monospaced value that can be copied. */
export function Copied({ value }: { value: string | null }) {
  if (value === null) return null
  return (
    <span className={css.copied}>
      <bdi className="mono">{value}</bdi>
      <CopyButton value={value} small />
    </span>
  )
}

/** The correlation id of a request, and where else it appears. */
export function Correlation({ id, here }: { id: string | null; here: 'apilog' | 'dblog' | 'audit' }) {
  const t = useTexts('journals')
  if (id === null) return null
  const others = (['apilog', 'dblog', 'audit'] as const).filter((name) => name !== here)
  return (
    <span className={css.links}>
      <Copied value={id} />
      {others.map((name) => (
        <Link key={name} to={addressOf(`/admin/${name}`, [], { correlation: id })}>
          {t(`${name}.title`)}
        </Link>
      ))}
    </span>
  )
}
