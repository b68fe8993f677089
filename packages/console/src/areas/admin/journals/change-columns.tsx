import type { AnswerOf, auditGet } from '@stationmaster/contract'
import { useTexts } from '../../../lib/texts.ts'
import { momentColumn, numberColumn, textColumn } from '../../../ui/table/column-kinds.tsx'
import type { Column } from '../../../ui/table/columns.ts'

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
  momentColumn('datetime', 'journals:time', { seconds: true, min: 170, narrow: 'value' }),
  {
    id: 'username',
    title: 'journals:person',
    file: [{ field: 'username' }],
    min: 120,
    narrow: 'subtitle',
    cell: (change) => <Actor change={change} />,
  },
  {
    id: 'kind',
    title: 'journals:audit.kind',
    file: [{ field: 'kind' }],
    narrow: 'badge',
    cell: (change) => <ChangeKind kind={change.kind} />,
  },
  textColumn('classcode', 'journals:audit.class', { id: 'class', sort: false, mono: true }),
  textColumn('label', 'journals:object', { sort: false, min: 160, narrow: 'title' }),
  textColumn('action', 'journals:audit.action', { sort: false, mono: true }),
  numberColumn('number', 'journals:audit.number', { sort: false }),
]
