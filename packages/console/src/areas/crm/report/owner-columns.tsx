import type { OwnerStatement } from '@stationmaster/contract'
import { useTexts } from '../../../lib/texts.ts'
import { ToneChip } from '../../../ui/state/state-chip.tsx'
import { moneyColumn, none } from '../../../ui/table/column-kinds.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { periodName } from './report-days.ts'

/** State of a statement. */
export function StatementState({ code }: { code: OwnerStatement['statecode'] }) {
  const t = useTexts('owners')
  return <ToneChip tone={code === 'paid' ? 'good' : 'busy'}>{t(`states.${code}`)}</ToneChip>
}

/** Columns of statements; the file of the open ones is a list of payouts. */
export const ownerColumns: readonly Column<OwnerStatement>[] = [
  {
    id: 'owner',
    title: 'owners:columns.owner',
    narrow: 'title',
    file: [{ field: 'ownername' }, { field: 'ownercode', title: 'owners:columns.number' }],
    cell: ({ ownername }) => <bdi>{ownername}</bdi>,
  },
  {
    id: 'month',
    title: 'owners:columns.month',
    narrow: 'subtitle',
    file: [{ field: 'month' }],
    cell: ({ month }, { format }) => periodName(month, 'month', format.tag),
  },
  {
    id: 'state',
    title: 'owners:columns.state',
    narrow: 'badge',
    file: [{ field: 'statecode' }],
    cell: ({ statecode }) => <StatementState code={statecode} />,
  },
  moneyColumn('net', 'owners:columns.net', { sort: false }),
  moneyColumn('commission', 'owners:columns.commission', { sort: false }),
  moneyColumn('share', 'owners:columns.share', { sort: false, narrow: 'value' }),
  {
    id: 'currency',
    title: 'reports:columns.currency',
    hidden: true,
    file: [{ field: 'currency' }],
    cell: ({ currency }) => currency,
  },
  {
    id: 'iban',
    title: 'owners:columns.iban',
    narrow: 'note',
    file: [{ field: 'iban' }, { field: 'holder', title: 'owners:columns.holder' }],
    cell: ({ iban }) => (iban === null ? none : <span className="mono">{iban}</span>),
  },
  {
    id: 'code',
    title: 'owners:columns.reference',
    file: [{ field: 'code' }],
    cell: ({ code }) => <span className="mono">{code}</span>,
  },
]
