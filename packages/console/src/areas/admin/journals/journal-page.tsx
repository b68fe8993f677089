import { maxCounted } from '@stationmaster/contract'
import { IconListDetails, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Empty } from '../../../ui/feedback/feedback.tsx'
import { ListScreen } from '../../../ui/table/list-screen.tsx'
import type { ListFilter } from '../../../ui/table/segment-filter.tsx'
import { rangeFilter } from '../../../ui/time/range-filter.tsx'
import { useRangeText } from '../../../ui/time/use-range-text.ts'
import { FoundEntries } from './found-entries.tsx'
import { PersonFilter } from './person-filter.tsx'
import type { Journal, JournalName, JournalParameters } from './use-journal.ts'

interface JournalPageProps<Row extends { id: string }> {
  journal: Journal<Row, JournalParameters>
  rowName: (row: Row) => string
  /** Filters of this journal only. */
  filters: readonly ListFilter[]
  actions?: ReactNode
  notice?: ReactNode
  /** Shows the details of one entry. */
  children: ReactNode
}

/** A journal: filters by time, user and text, a table, and the details of one entry. */
export function JournalPage<Row extends { id: string }>(props: JournalPageProps<Row>) {
  const { list, found } = props.journal
  const { at, go } = list
  const t = useTexts('journals')
  const range = useRangeText(at)
  const name = list.name as JournalName // Set by `useJournal`.
  const filters: ListFilter[] = [
    onlyFilter(at.correlation && t('oneCall'), 'correlation', () => go({ correlation: '', page: 1 })),
    ...props.filters,
    at.correlation ? { active: [], clear: { range: 'any', from: '', to: '' } } : rangeFilter(at, go, range),
    {
      active: at.person ? [at.person] : [],
      clear: { person: '' },
      control: <PersonFilter key="person" value={at.person} onChange={(person) => go({ person, page: 1 })} />,
    },
  ]
  return (
    <ListScreen
      list={list}
      title={t(`${name}.title`)}
      count={(count) => t(count < maxCounted ? 'count' : 'countMore', { count })}
      actions={props.actions}
      above={props.notice}
      placeholder={t(`${name}.filter`)}
      filters={filters}
      bare={found !== null}
      renderAround={
        found
          ? (table, search) => (
              <FoundEntries found={found} {...search}>
                {table}
              </FoundEntries>
            )
          : undefined
      }
      empty={
        <Empty
          icon={<IconListDetails size={28} stroke={1.5} />}
          title={t('empty')}
          lead={t(`${name}.emptyLead`)}
        />
      }
      rowName={props.rowName}
      onOpen={(row) => go({ entry: row.id }, { push: true })}
    >
      {props.children}
    </ListScreen>
  )
}

/** Returns a filter that limits the list to one object and that no field shows; a button with `label` removes it. */
export const onlyFilter = (label: string, id: string, onClear: () => void): ListFilter => ({
  active: label ? [label] : [],
  clear: { [id]: '' },
  control: label && <OnlyChip key={id} label={label} onClear={onClear} />,
})

function OnlyChip({ label, onClear }: { label: string; onClear: () => void }) {
  const t = useTexts()
  return (
    <Button icon={<IconX size={14} />} aria-label={`${t('ui.remove')}: ${label}`} onClick={onClear}>
      <bdi>{label}</bdi>
    </Button>
  )
}
