import { apiLogCount, apiLogList, apiLogSearch } from '@stationmaster/contract'
import { oneOf, useAddress } from '../../../lib/address.ts'
import { useTexts } from '../../../lib/texts.ts'
import { segmentFilter } from '../../../ui/table/segment-filter.tsx'
import { callColumns } from '../journals/call-columns.tsx'
import { CallDrawer } from '../journals/call-drawer.tsx'
import { JournalPage } from '../journals/journal-page.tsx'
import { journalParameters, useJournal } from '../journals/use-journal.ts'

const least = { refused: 400, failed: 500 } as const
const where = { ...journalParameters('day'), ending: oneOf(['all', 'refused', 'failed']) }

/** The API log: who sent which request, and how it ended. */
export default function ApiLog() {
  const t = useTexts('journals')
  const [at, go] = useAddress(where)
  const journal = useJournal({
    name: 'apilog',
    list: apiLogList,
    count: apiLogCount,
    search: apiLogSearch,
    columns: callColumns,
    where,
    at,
    go,
    filter: {},
    terms:
      at.ending === 'all'
        ? []
        : [{ condition: 'AND', field: 'status', compare: 'GEQ', value: least[at.ending] }],
    correlation: 'id',
  })
  return (
    <JournalPage
      journal={journal}
      rowName={(call) => call.path}
      filters={[
        segmentFilter(journal.list, 'ending', {
          label: t('apilog.status'),
          word: (ending) => t(`apilog.endings.${ending}`),
        }),
      ]}
    >
      {at.entry && <CallDrawer id={at.entry} onClose={() => go({ entry: '' })} />}
    </JournalPage>
  )
}
