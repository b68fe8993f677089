import { apiLogCount, apiLogList, apiLogSearch } from '@stationmaster/contract'
import { oneOf, useAddress } from '../../../lib/address.ts'
import { useTexts } from '../../../lib/texts.ts'
import { SegmentedControl } from '../../../ui/form/fields.tsx'
import { type Call, callColumns } from '../journals/call-columns.tsx'
import { CallDrawer } from '../journals/call-drawer.tsx'
import { JournalPage } from '../journals/journal-page.tsx'
import { journalParameters, useJournal } from '../journals/use-journal.ts'

const endings = ['all', 'refused', 'failed'] as const
const where = { ...journalParameters, ending: oneOf(endings) }
const least = { refused: 400, failed: 500 } as const
const nameOf = (call: Call): string => call.path

/** The API log: who sent which request, and how it ended. */
export default function ApiLog() {
  const t = useTexts('journals')
  const [at, go] = useAddress(where)
  const reading = useJournal({
    list: apiLogList,
    count: apiLogCount,
    search: apiLogSearch,
    at,
    filter: {},
    terms:
      at.ending === 'all'
        ? []
        : [{ condition: 'AND', field: 'status', compare: 'GEQ', value: least[at.ending] }],
    correlation: 'id',
  })
  return (
    <JournalPage
      name="apilog"
      {...reading}
      columns={callColumns}
      rowName={nameOf}
      at={at}
      go={go}
      filters={at.ending === 'all' ? [] : [t(`apilog.endings.${at.ending}`)]}
      clear={() => go({ ending: 'all' })}
      chips={
        <SegmentedControl
          aria-label={t('apilog.status')}
          value={at.ending}
          onChange={(ending) => go({ ending: where.ending.read(ending), page: 1 })}
          data={endings.map((value) => ({ value, label: t(`apilog.endings.${value}`) }))}
        />
      }
    >
      {at.entry && <CallDrawer id={at.entry} onClose={() => go({ entry: '' })} />}
    </JournalPage>
  )
}
