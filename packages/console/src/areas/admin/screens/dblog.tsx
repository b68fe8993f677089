import { eventLogCount, eventLogList, eventLogSearch, eventTypes } from '@stationmaster/contract'
import { oneOf, useAddress } from '../../../lib/address.ts'
import { useTexts } from '../../../lib/texts.ts'
import { SelectField } from '../../../ui/form/fields.tsx'
import { eventColumns, type LoggedEvent } from '../journals/event-columns.tsx'
import { EventDrawer } from '../journals/event-drawer.tsx'
import { JournalPage } from '../journals/journal-page.tsx'
import { journalParameters, useJournal } from '../journals/use-journal.ts'

const types = ['all', ...eventTypes] as const
const where = {
  ...journalParameters,
  span: oneOf(['week', 'hour', 'day', 'month', 'any']),
  type: oneOf(types),
}
const nameOf = (event: LoggedEvent): string => event.event

/** What the server itself told: failures, locks, refusals. */
export default function EventLog() {
  const t = useTexts('journals')
  const [at, go] = useAddress(where)
  const reading = useJournal({
    list: eventLogList,
    count: eventLogCount,
    search: eventLogSearch,
    at,
    filter: at.type === 'all' ? {} : { type: at.type },
    correlation: 'correlation',
  })
  return (
    <JournalPage
      name="dblog"
      {...reading}
      columns={eventColumns}
      rowName={nameOf}
      at={at}
      go={go}
      filters={at.type === 'all' ? [] : [t(`dblog.types.${at.type}`)]}
      clear={() => go({ type: 'all' })}
      chips={
        <SelectField
          aria-label={t('dblog.type')}
          w={150}
          allowDeselect={false}
          value={at.type}
          onChange={(type) => go({ type: where.type.read(type), page: 1 })}
          data={types.map((value) => ({
            value,
            label: value === 'all' ? t('dblog.allTypes') : t(`dblog.types.${value}`),
          }))}
        />
      }
    >
      {at.entry && <EventDrawer id={at.entry} onClose={() => go({ entry: '' })} />}
    </JournalPage>
  )
}
