import { type AnswerOf, groupCount, groupList } from '@stationmaster/contract'
import { IconPlus, IconUsersGroup } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { flag, listParameters, useAddress } from '../../../lib/address.ts'
import { textSearch, useList } from '../../../lib/list.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Identity } from '../../../ui/data/copy.tsx'
import { Empty } from '../../../ui/feedback/feedback.tsx'
import { Page, PageHead } from '../../../ui/page/page.tsx'
import { ToneChip } from '../../../ui/state/state-chip.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { ListPanel } from '../../../ui/table/list-panel.tsx'
import { CsvButton, FilterField, ListMenus, ListToolbar } from '../../../ui/table/list-toolbar.tsx'
import { pagingOf } from '../../../ui/table/pager.tsx'
import { useColumns } from '../../../ui/table/use-columns.ts'

import { useGroupDescription, useGroupName } from './group-name.ts'

const GroupDialog = lazy(async () => ({ default: (await import('./group-dialog.tsx')).GroupDialog }))

export type Group = AnswerOf<typeof groupList>[number]

const where = { ...listParameters, add: flag() }
const rowId = (group: Group) => group.id
const rowName = (group: Group) => group.name
const href = (group: Group) => addressOf('/admin/groups', [group.id])

function Name({ group }: { group: Group }) {
  return <bdi>{useGroupName()(group)}</bdi>
}

function About({ group }: { group: Group }) {
  return useGroupDescription()(group) ?? <span className="muted">–</span>
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
  {
    id: 'code',
    title: 'admin:groups.code',
    sort: 'code',
    narrow: 'subtitle',
    cell: (group) => <Identity value={group.code} />,
  },
  {
    id: 'system',
    title: 'admin:groups.kind',
    sort: 'system',
    narrow: 'badge',
    cell: (group) => (group.system ? <System /> : <span className="muted">–</span>),
  },
  {
    id: 'members',
    title: 'admin:groups.members',
    num: true,
    narrow: 'value',
    cell: (group, { format }) => format.number(group.members),
  },
  {
    id: 'description',
    title: 'admin:groups.description',
    min: 220,
    cell: (group) => <About group={group} />,
  },
]

/** Groups of users. */
export function GroupList() {
  const t = useTexts('admin')
  const [at, go] = useAddress(where)
  const [chosen, choose] = useColumns('groups', at.cols, (cols) => go({ cols }))
  const groups = useList({
    list: groupList,
    count: groupCount,
    at,
    search: textSearch(at.q, ['name', 'code', 'description']),
    order: ['system DESC', 'name'],
    hints: ['user.changed'],
  })
  return (
    <Page fill>
      <PageHead
        title={t('groups.title')}
        facts={groups.total !== null && t('groups.count', { count: groups.total })}
        actions={
          <Button kind="primary" icon={<IconPlus size={16} />} onClick={() => go({ add: true })}>
            {t('groups.add')}
          </Button>
        }
      />
      <ListPanel
        list={groups}
        paging={pagingOf(at, go, groups.total)}
        filters={at.q ? [at.q] : []}
        onClear={() => go({ q: '', page: 1 })}
        toolbar={
          <ListToolbar
            filter={<FilterField value={at.q} onChange={(q) => go({ q, page: 1 })} />}
            end={
              <>
                <ListMenus list="groups" columns={columns} chosen={chosen} onChange={choose} />
                <CsvButton csv={groups.csv} name="groups" />
              </>
            }
          />
        }
        empty={<Empty icon={<IconUsersGroup size={28} stroke={1.5} />} title={t('groups.empty')} />}
      >
        <DataTable
          label={t('groups.title')}
          columns={columns}
          chosen={chosen}
          rows={groups.rows}
          rowId={rowId}
          rowName={rowName}
          href={href}
          sorting={{ sort: at.sort, dir: at.dir, onSort: (sort, dir) => go({ sort, dir, page: 1 }) }}
        />
      </ListPanel>
      <Suspense>{at.add && <GroupDialog group={null} onClose={() => go({ add: false })} />}</Suspense>
    </Page>
  )
}
