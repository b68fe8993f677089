import { useFormat } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { ToneChip } from '../../ui/state/state-chip.tsx'
import { codeColumn, textColumn } from '../../ui/table/column-kinds.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { type Seller, sellerTexts } from './seller-fields.tsx'

/** Shows the legal data that a seller lacks, or that they are complete. */
function Legal({ missing }: { missing: readonly string[] }) {
  const t = useTexts('invoices')
  const format = useFormat()
  if (missing.length === 0) return <ToneChip tone="good">{t('sellers.complete')}</ToneChip>
  const names = sellerTexts.filter((field) => missing.includes(field)).map((field) => t(`sellers.${field}`))
  return t('sellers.missing', { fields: format.list(names) })
}

function Default() {
  return <ToneChip tone="busy">{useTexts('invoices')('sellers.default')}</ToneChip>
}

export const sellerColumns: readonly Column<Seller>[] = [
  textColumn('name', 'invoices:sellers.name', { min: 180, narrow: 'title' }),
  codeColumn('code', 'invoices:columns.code', { narrow: 'subtitle' }),
  {
    id: 'isdefault',
    title: 'invoices:sellers.default',
    sort: 'isdefault',
    narrow: 'badge',
    cell: ({ isdefault }) => isdefault && <Default />,
  },
  {
    id: 'legal',
    title: 'invoices:sellers.legal',
    narrow: 'note',
    file: [{ field: 'missing' }],
    cell: ({ missing }) => <Legal missing={missing} />,
  },
  textColumn('vatid', 'invoices:sellers.vatid', { mono: true }),
  textColumn('iban', 'invoices:sellers.iban', { mono: true }),
]
