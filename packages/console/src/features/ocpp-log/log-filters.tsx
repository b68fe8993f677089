import { messages16 } from '@stationmaster/ocpp/v16'
import { useMediaQuery } from '@mantine/hooks'
import { IconFilter } from '@tabler/icons-react'
import type { Go } from '../../lib/address.ts'
import { useTexts } from '../../lib/texts.ts'
import { Button } from '../../ui/buttons.tsx'
import { SegmentedControl, SelectField, SwitchField } from '../../ui/form/fields.tsx'
import { Popover } from '../../ui/menu.tsx'
import { directions, errorFilters, type LogPlace, type logParameters } from './log-filter.ts'
import css from './log.module.css'

interface Props {
  at: LogPlace
  go: Go<typeof logParameters>
}

/** Entries about the connection are listed with the messages. */
const actions = [...Object.keys(messages16), 'Connect', 'Disconnect', 'InvalidMessage', 'LogLimit'].sort()

/**
 * Filters for direction, action, failures and heartbeats; on phones behind one button that shows how many are
 * set.
 */
export function LogFilters({ at, go }: Props) {
  const t = useTexts('station')
  const isPhone = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false })
  const count = [at.dir !== 'all', at.action !== '', at.err !== 'all', at.hb].filter(Boolean).length
  if (!isPhone) return <Fields at={at} go={go} />
  return (
    <Popover position="bottom-start" width="target">
      <Popover.Target>
        <Button icon={<IconFilter size={16} />}>
          {count > 0 ? t('log.filtersSet', { count }) : t('log.filters')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('log.filters')} miw={260}>
        <div className={css.filters}>
          <Fields at={at} go={go} />
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

function Fields({ at, go }: Props) {
  const t = useTexts('station')
  return (
    <>
      <SegmentedControl
        aria-label={t('log.direction')}
        value={at.dir}
        onChange={(dir) => go({ dir: directions.find((known) => known === dir) ?? 'all' })}
        data={directions.map((value) => ({ value, label: t(`log.directions.${value}`) }))}
      />
      <SelectField
        className={css.choice}
        aria-label={t('log.action')}
        placeholder={t('log.anyAction')}
        searchable
        clearable
        limit={50}
        value={at.action === '' ? null : at.action}
        onChange={(action) => go({ action: action ?? '' })}
        data={actions}
      />
      <SelectField
        className={css.choice}
        aria-label={t('log.errors')}
        value={at.err}
        onChange={(err) => go({ err: errorFilters.find((known) => known === err) ?? 'all' })}
        data={errorFilters.map((value) => ({
          value,
          label: value === 'all' ? t('log.allResults') : value === 'any' ? t('log.anyError') : value,
        }))}
      />
      <SwitchField
        label={t('log.heartbeats')}
        checked={at.hb}
        onChange={(event) => go({ hb: event.currentTarget.checked })}
      />
    </>
  )
}
