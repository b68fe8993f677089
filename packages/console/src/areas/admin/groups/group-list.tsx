import { type AnswerOf, groupCount, groupList } from '@stationmaster/contract'
import { IconUsersGroup } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useGroupName } from '../../../features/people/group-name.ts'
import { flag, listParameters, useAddress } from '../../../lib/address.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Empty } from '../../../ui/feedback/feedback.tsx'
import { ToneChip } from '../../../ui/state/state-chip.tsx'
import { codeColumn, none, numberColumn } from '../../../ui/table/column-kinds.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { ListScreen } from '../../../ui/table/list-screen.tsx'
import { usePagedList } from '../../../ui/table/use-paged-list.ts'
import { useGroupDescription } from './group-words.ts'

const GroupDialog = lazy(async () => ({ default: (await import('./group-dialog.tsx')).GroupDialog }))

export type Group = AnswerOf<typeof groupList>[number]

const where = { ...listParameters, add: flag() }

function Name({ group }: { group: Group }) {
  return <bdi>{useGroupName()(group)}</bdi>
}

function About({ group }: { group: Group }) {
  return useGroupDescription()(group) ?? none
}

function System() {
  return <ToneChip tone="calm">{useTexts('admin')('groups.system')}</ToneChip>
}

const columns: readonly Column<Group>[] = [
  {
    id: 'name',
    title: 'admin:groups.name',
    sort: 'name',
    min: 180,
    narrow: 'title',
    cell: (group) => <Name group={group} />,
  },
  codeColumn('code', 'admin:groups.code', { narrow: 'subtitle' }),
  {
    id: 'system',
    title: 'admin:groups.kind',
    sort: 'system',
    narrow: 'badge',
    cell: (group) => (group.system ? <System /> : none),
  },
  numberColumn('members', 'admin:groups.members', { sort: false, narrow: 'value' }),
  {
    id: 'description',
    title: 'admin:groups.description',
    file: [{ field: 'description' }],
    min: 220,
    cell: (group) => <About group={group} />,
  },
]

/** Groups of users. */
export function GroupList() {
  const t = useTexts('admin')
  const [at, go] = useAddress(where)
  const groups = usePagedList({
    name: 'groups',
    list: groupList,
    count: groupCount,
    columns,
    where,
    at,
    go,
    fields: ['name', 'code', 'description'],
    order: ['system DESC', 'name'],
    hints: ['user.changed'],
  })
  return (
    <ListScreen
      list={groups}
      title={t('groups.title')}
      count={(count) => t('groups.count', { count })}
      create={{ label: t('groups.add'), onCreate: () => go({ add: true }) }}
      empty={<Empty icon={<IconUsersGroup size={28} stroke={1.5} />} title={t('groups.empty')} />}
      rowName={(group) => group.name}
      href={(group) => addressOf('/admin/groups', [group.id])}
    >
      <Suspense>{at.add && <GroupDialog group={null} onClose={() => go({ add: false })} />}</Suspense>
    </ListScreen>
  )
}
