import type { AnswerOf, apiLogGet } from '@stationmaster/contract'
import { type Tone, ToneChip } from '../../../ui/state/state-chip.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { Moment } from '../../../ui/time/moment.tsx'
import css from './journals.module.css'

export type Call = AnswerOf<typeof apiLogGet>

const toneOf = (status: number): Tone => (status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good')

export const CallStatus = ({ status }: { status: number }) => (
  <ToneChip tone={toneOf(status)}>{status}</ToneChip>
)

const dash = <span className="muted">–</span>

export const callColumns: readonly Column<Call>[] = [
  {
    id: 'datetime',
    title: 'journals:time',
    sort: 'datetime',
    min: 170,
    narrow: 'value',
    cell: (call) => <Moment at={call.datetime} seconds />,
  },
  {
    id: 'path',
    title: 'journals:apilog.path',
    min: 220,
    narrow: 'title',
    cell: (call, { format }) => (
      <>
        <bdi className="mono">{call.path}</bdi>
        {call.calls > 1 && <span className="muted"> × {format.number(call.calls)}</span>}
      </>
    ),
  },
  {
    id: 'username',
    title: 'journals:person',
    min: 110,
    narrow: 'subtitle',
    cell: (call) => (call.username === null ? dash : <bdi>{call.username}</bdi>),
  },
  {
    id: 'status',
    title: 'journals:apilog.status',
    narrow: 'badge',
    cell: (call) => <CallStatus status={call.status} />,
  },
  {
    id: 'runtime',
    title: 'journals:apilog.runtime',
    num: true,
    cell: (call, { format }) => `${format.number(call.runtime, 1)} ms`,
  },
  {
    id: 'parameters',
    title: 'journals:apilog.parameters',
    min: 260,
    cell: (call) =>
      call.parameters === null ? dash : <bdi className={`mono ${css.cut}`}>{call.parameters}</bdi>,
  },
  {
    id: 'address',
    title: 'journals:apilog.address',
    hidden: true,
    cell: (call) => <bdi className="mono">{call.address}</bdi>,
  },
  {
    id: 'session',
    title: 'journals:session',
    hidden: true,
    cell: (call) => (call.session === null ? dash : <bdi className="mono">{call.session}</bdi>),
  },
]
