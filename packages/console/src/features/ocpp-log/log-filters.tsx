import { messages16 } from '@stationmaster/ocpp/v16'
import type { Go } from '../../lib/address.ts'
import { useTexts } from '../../lib/texts.ts'
import { useIsPhone } from '../../lib/use-is-phone.ts'
import { SegmentedControl, SwitchField } from '../../ui/form/fields.tsx'
import { FiltersMenu } from '../../ui/table/filters-menu.tsx'
import { FilterSelect } from '../../ui/table/select-filter.tsx'
import { directions, errorFilters, type LogPlace, type logParameters } from './log-filter.ts'

interface Props {
  at: LogPlace
  go: Go<typeof logParameters>
}

/** Entries about the connection are listed with the messages. */
const actions = [...Object.keys(messages16), 'Connect', 'Disconnect', 'InvalidMessage', 'LogLimit'].sort()

/** Filters for direction, action, failures and heartbeats; on phones all of them are in a menu. */
export function LogFilters({ at, go }: Props) {
  const t = useTexts('station')
  const result = useResultText()
  const isPhone = useIsPhone()
  return (
    <>
      {!isPhone && <MessageFields at={at} go={go} />}
      <FiltersMenu
        active={[
          ...(isPhone && at.dir !== 'all' ? [t(`log.directions.${at.dir}`)] : []),
          ...(isPhone && at.action ? [at.action] : []),
          ...(at.err === 'all' ? [] : [result(at.err)]),
          ...(at.hb ? [t('log.heartbeats')] : []),
          ...(at.nomv ? [t('log.hideMeterValues')] : []),
        ]}
        onClear={() => go({ err: 'all', hb: false, nomv: false, ...(isPhone && { dir: 'all', action: '' }) })}
      >
        {isPhone && <MessageFields at={at} go={go} />}
        <ResultFields at={at} go={go} />
      </FiltersMenu>
    </>
  )
}

function MessageFields({ at, go }: Props) {
  const t = useTexts('station')
  return (
    <>
      <SegmentedControl
        aria-label={t('log.direction')}
        value={at.dir}
        onChange={(dir) => go({ dir: directions.find((known) => known === dir) ?? 'all' })}
        data={directions.map((value) => ({ value, label: t(`log.directions.${value}`) }))}
      />
      <FilterSelect
        label={t('log.action')}
        width={190}
        placeholder={t('log.anyAction')}
        searchable
        clearable
        limit={50}
        value={at.action === '' ? null : at.action}
        onChange={(next) => go({ action: next ?? '' })}
        data={actions}
      />
    </>
  )
}

function ResultFields({ at, go }: Props) {
  const t = useTexts('station')
  const result = useResultText()
  return (
    <>
      <FilterSelect
        label={t('log.errors')}
        width={190}
        value={at.err}
        onChange={(err) => go({ err: errorFilters.find((known) => known === err) ?? 'all' })}
        data={errorFilters.map((value) => ({ value, label: result(value) }))}
      />
      <SwitchField
        label={t('log.heartbeats')}
        checked={at.hb}
        onChange={(event) => go({ hb: event.currentTarget.checked })}
      />
      <SwitchField
        label={t('log.hideMeterValues')}
        checked={at.nomv}
        onChange={(event) => go({ nomv: event.currentTarget.checked })}
      />
    </>
  )
}

function useResultText() {
  const t = useTexts('station')
  return (value: LogPlace['err']): string =>
    value === 'all' ? t('log.allResults') : value === 'any' ? t('log.anyError') : value
}
