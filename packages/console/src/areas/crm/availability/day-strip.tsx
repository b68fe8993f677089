import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../lib/texts.ts'
import css from './availability.module.css'
import { type DayMinutes, levelOf, readDay } from './day-level.ts'

/** One cell per day, coloured by the outage of the day. */
export function DayStrip({ days, evses }: { days: readonly (readonly number[])[]; evses: number }) {
  const t = useTexts('availability')
  const format = useFormat()
  const minutes = days.map((day) => readDay(day, evses))
  const inWords = ({ outage, excluded, unknown }: DayMinutes, day: number): string =>
    [
      String(day + 1),
      outage > 0 && t('day.outage', { duration: format.duration(outage * 60) }),
      excluded > 0 && t('day.excluded', { duration: format.duration(excluded * 60) }),
      unknown > 0 && t('day.unknown', { duration: format.duration(unknown * 60) }),
    ]
      .filter(Boolean)
      .join(' · ')
  const affected = minutes.filter((day) => day.outage > day.excluded).length
  return (
    <span
      className={css.strip}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an image of several elements
      role="img"
      aria-label={t('day.summary', { days: affected, all: days.length })}
    >
      {minutes.map((day, at) => (
        <span key={at} className={css.day} data-level={levelOf(day)} title={inWords(day, at)} />
      ))}
    </span>
  )
}
