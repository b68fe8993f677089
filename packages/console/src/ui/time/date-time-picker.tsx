import { DatesProvider, DateTimePicker } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import { IconCalendarClock } from '@tabler/icons-react'
import dayjs from 'dayjs'
import { useEffect, useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { type Language, useTexts } from '../../lib/texts.ts'
import { Button } from '../buttons.tsx'
import type { DateTimeFieldProps } from './date-time-props.ts'
import css from './date-time-field.module.css'

/** The picker of `DateTimeField`, in a separate file because calendar and clock are large. */
const locales: Record<Exclude<Language, 'en'>, () => Promise<unknown>> = {
  de: () => import('dayjs/locale/de.js'),
  fr: () => import('dayjs/locale/fr.js'),
  it: () => import('dayjs/locale/it.js'),
  ru: () => import('dayjs/locale/ru.js'),
  nl: () => import('dayjs/locale/nl.js'),
}

export function DateTimePickerField(props: DateTimeFieldProps) {
  const { label, value, onChange, error, description, required, disabled, shortcuts, withSeconds } = props
  const t = useTexts()
  const format = useFormat()
  const locale = useCalendarLocale(format.language)
  const take = (local: string | null): void => onChange(local ? dayjs(local).toISOString() : null)
  return (
    <div className={css.field}>
      <DatesProvider settings={{ locale, firstDayOfWeek: 1 }}>
        <DateTimePicker
          id={props.id}
          label={label}
          value={value ? dayjs(value).format('YYYY-MM-DD HH:mm:ss') : null}
          onChange={take}
          valueFormat={(local) => format.stamp(dayjs(local).toDate())}
          placeholder={t('ui.dateTime.pick')}
          leftSection={<IconCalendarClock size={16} />}
          clearable
          error={error}
          description={description}
          required={required}
          disabled={disabled}
          // A calendar outside the popover that contains the field would close it.
          popoverProps={props.nested ? { withinPortal: false } : undefined}
          withSeconds={withSeconds}
          minDate={props.min ? dayjs(props.min).toDate() : undefined}
          maxDate={props.max ? dayjs(props.max).toDate() : undefined}
          clearButtonProps={{ 'aria-label': t('ui.dateTime.clear') }}
          submitButtonProps={{ 'aria-label': t('ui.ok') }}
          timePickerProps={{
            hoursInputLabel: t('ui.dateTime.hours'),
            minutesInputLabel: t('ui.dateTime.minutes'),
          }}
          ariaLabels={{
            previousMonth: t('ui.dateTime.previousMonth'),
            nextMonth: t('ui.dateTime.nextMonth'),
            previousYear: t('ui.dateTime.previousYear'),
            nextYear: t('ui.dateTime.nextYear'),
          }}
        />
      </DatesProvider>
      {value && !props.nested && (
        <span className={css.utc}>
          <bdi className="mono">
            {t('ui.dateTime.utc', { value: dayjs(value).toISOString().slice(0, 19) })}
          </bdi>
        </span>
      )}
      {shortcuts && !disabled && <Shortcuts onPick={onChange} />}
    </div>
  )
}

function Shortcuts({ onPick }: { onPick: (value: string) => void }) {
  const t = useTexts()
  const offers = [
    ['plusQuarter', () => dayjs().add(15, 'minute')],
    ['plusHour', () => dayjs().add(1, 'hour')],
    ['tomorrow', () => dayjs().add(1, 'day').startOf('day')],
  ] as const
  return (
    <div className={css.shortcuts}>
      {offers.map(([name, at]) => (
        <Button key={name} small kind="quiet" onClick={() => onPick(at().millisecond(0).toISOString())}>
          {t(`ui.dateTime.${name}`)}
        </Button>
      ))}
    </div>
  )
}

/** Loads the calendar's locale; English is built in. */
function useCalendarLocale(language: Language): string {
  const [loaded, setLoaded] = useState('en')
  useEffect(() => {
    let mounted = true
    const load = language === 'en' ? Promise.resolve() : locales[language]()
    void load.then(() => mounted && setLoaded(language))
    return () => {
      mounted = false
    }
  }, [language])
  return loaded
}
