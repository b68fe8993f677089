import { eventLogCount, eventLogList, eventLogSearch, eventTypes } from '@stationmaster/contract'
import { oneOf, useAddress } from '../../../lib/address.ts'
import { useTexts } from '../../../lib/texts.ts'
import { SelectField } from '../../../ui/form/fields.tsx'
import { eventColumns, type LoggedEvent } from '../journals/event-columns.tsx'
import { EventDrawer } from '../journals/event-drawer.tsx'
import { JournalPage } from '../journals/journal-page.tsx'
import { journalParameters, useJournal } from '../journals/use-journal.ts'

const types = ['trouble', 'all', ...eventTypes] as const
/** Types shown by default; messages are shown on demand or if they belong to the request in the address. */
const defaultTypes = ['warning', 'error']
const where = {
  ...journalParameters,
  span: oneOf(['week', 'hour', 'day', 'month', 'any']),
  type: oneOf(types),
}
const nameOf = (event: LoggedEvent): string => event.event

/** Shows the event log: warnings and errors first, messages on demand. */
export default function EventLog() {
  const t = useTexts('journals')
  const [at, go] = useAddress(where)
  const type = at.type === 'trouble' && at.correlation !== '' ? 'all' : at.type
  const reading = useJournal({
    list: eventLogList,
    count: eventLogCount,
    search: eventLogSearch,
    at,
    filter: type === 'all' ? {} : { type: type === 'trouble' ? defaultTypes : type },
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
      filters={type === 'all' || type === 'trouble' ? [] : [t(`dblog.types.${type}`)]}
      clear={() => go({ type: 'all' })}
      chips={
        <SelectField
          aria-label={t('dblog.type')}
          w={235}
          allowDeselect={false}
          value={type}
          onChange={(next) => go({ type: where.type.read(next), page: 1 })}
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
