import type { AnswerOf, auditGet } from '@stationmaster/contract'
import { useTexts } from '../../../lib/texts.ts'
import type { Column } from '../../../ui/table/columns.ts'
import { Moment } from '../../../ui/time/moment.tsx'

export type Change = AnswerOf<typeof auditGet>

export function ChangeKind({ kind }: { kind: Change['kind'] }) {
  const t = useTexts('journals')
  return t(`audit.kinds.${kind}`)
}

/** A user by name; a script by its event and the user it ran for; the system by its reason. */
export function Actor({ change }: { change: Pick<Change, 'actor' | 'username' | 'via'> }) {
  const t = useTexts('journals')
  if (change.actor === 'person') return <bdi>{change.username}</bdi>
  return (
    <span>
      {t(`audit.actors.${change.actor}`)} {change.username && <bdi>({change.username})</bdi>}
    </span>
  )
}

export const changeColumns: readonly Column<Change>[] = [
  {
    id: 'datetime',
    title: 'journals:time',
    sort: 'datetime',
    min: 170,
    narrow: 'value',
    cell: (change) => <Moment at={change.datetime} seconds />,
  },
  {
    id: 'username',
    title: 'journals:person',
    min: 120,
    narrow: 'subtitle',
    cell: (change) => <Actor change={change} />,
  },
  {
    id: 'kind',
    title: 'journals:audit.kind',
    narrow: 'badge',
    cell: (change) => <ChangeKind kind={change.kind} />,
  },
  {
    id: 'class',
    title: 'journals:audit.class',
    cell: (change) => <span className="mono">{change.classcode}</span>,
  },
  {
    id: 'label',
    title: 'journals:object',
    min: 160,
    narrow: 'title',
    cell: (change) => <bdi>{change.label}</bdi>,
  },
  {
    id: 'action',
    title: 'journals:audit.action',
    cell: (change) => <span className="mono">{change.action}</span>,
  },
  {
    id: 'number',
    title: 'journals:audit.number',
    num: true,
    cell: (change, { format }) =>
      change.number === null ? <span className="muted">–</span> : format.number(change.number),
  },
]
