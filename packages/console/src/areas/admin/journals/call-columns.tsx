import type { AnswerOf, apiLogGet } from '@stationmaster/contract'
import { type Tone, ToneChip } from '../../../ui/state/state-chip.tsx'
import { momentColumn, textColumn } from '../../../ui/table/column-kinds.tsx'
import type { Column } from '../../../ui/table/columns.ts'

export type Call = AnswerOf<typeof apiLogGet>

const toneOf = (status: number): Tone => (status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good')

export const CallStatus = ({ status }: { status: number }) => (
  <ToneChip tone={toneOf(status)}>{status}</ToneChip>
)

export const callColumns: readonly Column<Call>[] = [
  momentColumn('datetime', 'journals:time', { seconds: true, min: 170, narrow: 'value' }),
  {
    id: 'path',
    title: 'journals:apilog.path',
    min: 220,
    narrow: 'title',
    file: [{ field: 'path' }],
    cell: (call, { format }) => (
      <>
        <bdi className="mono">{call.path}</bdi>
        {call.calls > 1 && <span className="muted"> × {format.number(call.calls)}</span>}
      </>
    ),
  },
  textColumn('username', 'journals:person', { sort: false, min: 110, narrow: 'subtitle' }),
  {
    id: 'status',
    title: 'journals:apilog.status',
    file: [{ field: 'status' }],
    narrow: 'badge',
    cell: (call) => <CallStatus status={call.status} />,
  },
  {
    id: 'runtime',
    title: 'journals:apilog.runtime',
    num: true,
    file: [{ field: 'runtime', unit: 'ms' }],
    cell: (call, { format }) => `${format.number(call.runtime, 1)} ms`,
  },
  textColumn('parameters', 'journals:apilog.parameters', { sort: false, mono: true, cut: 'wide', min: 260 }),
  textColumn('address', 'journals:apilog.address', { sort: false, mono: true, hidden: true }),
  textColumn('session', 'journals:session', { sort: false, mono: true, hidden: true }),
]
