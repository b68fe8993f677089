import { useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { isCustom } from '../../lib/time-range.ts'
import { useTexts } from '../../lib/texts.ts'
import { Button } from '../buttons.tsx'
import { DateTimePickerField } from './date-time-picker.tsx'
import css from './range-picker.module.css'
import type { RangePanelProps } from './range-props.ts'

/** The panel of `RangePicker`, in a separate file because the calendar is large. */
export function RangePanel({ at, limits, presets, zone, onPick }: RangePanelProps) {
  const t = useTexts('time')
  const format = useFormat()
  const [from, setFrom] = useState<string | null>(limits.from || null)
  const [to, setTo] = useState<string | null>(limits.to || null)
  const [error, setError] = useState<string | null>(null)
  const custom = isCustom(at)
  const apply = (): void => {
    if (from === null && to === null) setError(t('range.missing'))
    else if (from !== null && to !== null && from >= to) setError(t('range.order'))
    else onPick({ range: at.range, from: from ?? '', to: to ?? '' })
  }
  return (
    <div className={css.panel}>
      <fieldset className={css.presets} aria-label={t('range.label')}>
        {presets.map((range) => {
          const isChosen = !custom && range === at.range
          return (
            <Button
              key={range}
              small
              kind={isChosen ? 'plain' : 'quiet'}
              aria-pressed={isChosen}
              onClick={() => onPick({ range, from: '', to: '' })}
            >
              {t(`range.${range}`)}
            </Button>
          )
        })}
      </fieldset>
      <fieldset className={css.custom} aria-label={t('range.custom')}>
        <DateTimePickerField nested label={t('range.from')} value={from} onChange={setFrom} />
        <DateTimePickerField nested label={t('range.to')} value={to} onChange={setTo} />
        {error && (
          <p role="alert" className={css.error}>
            {error}
          </p>
        )}
        <div className={css.foot}>
          <span>{zone && t('range.zone', { zone: format.zone })}</span>
          <Button small kind="primary" onClick={apply}>
            {t('ui.apply')}
          </Button>
        </div>
      </fieldset>
    </div>
  )
}
