import { eventLogCount, eventLogList, eventLogSearch, eventTypes } from '@stationmaster/contract'
import { oneOf, useAddress } from '../../../lib/address.ts'
import { useTexts } from '../../../lib/texts.ts'
import { selectFilter } from '../../../ui/table/select-filter.tsx'
import { eventColumns } from '../journals/event-columns.tsx'
import { EventDrawer } from '../journals/event-drawer.tsx'
import { JournalPage } from '../journals/journal-page.tsx'
import { journalParameters, useJournal } from '../journals/use-journal.ts'

/** Types shown by default; messages are shown on demand or if they belong to the request in the address. */
const defaultTypes = ['warning', 'error']
const where = { ...journalParameters('week'), type: oneOf(['trouble', 'all', ...eventTypes]) }

/** Shows the event log: warnings and errors first, messages on demand. */
export default function EventLog() {
  const t = useTexts('journals')
  const [at, go] = useAddress(where)
  const type = at.type === 'trouble' && at.correlation !== '' ? 'all' : at.type
  const journal = useJournal({
    name: 'dblog',
    list: eventLogList,
    count: eventLogCount,
    search: eventLogSearch,
    columns: eventColumns,
    where,
    at,
    go,
    filter: type === 'all' ? {} : { type: type === 'trouble' ? defaultTypes : type },
    correlation: 'correlation',
  })
  return (
    <JournalPage
      journal={journal}
      rowName={(event) => event.event}
      filters={[
        selectFilter(journal.list, 'type', {
          label: t('dblog.type'),
          word: (one) => (one === 'all' ? t('dblog.allTypes') : t(`dblog.types.${one}`)),
          none: ['all', 'trouble'],
          shown: type,
          width: 260,
        }),
      ]}
    >
      {at.entry && <EventDrawer id={at.entry} onClose={() => go({ entry: '' })} />}
    </JournalPage>
  )
}
