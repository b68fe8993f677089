import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../lib/texts.ts'
import css from './availability.module.css'
import { longOutage, shortOutage } from './day-level.ts'

const entry = (level: string, words: string) => (
  <span key={level}>
    <i className={css.day} data-level={level} />
    {words}
  </span>
)

/** Meaning of the colours of a day. */
export function DayLegend() {
  const t = useTexts('availability')
  const format = useFormat()
  return (
    <p className={css.legend}>
      {entry('none', t('levels.none'))}
      {entry('short', t('levels.short', { duration: format.duration(shortOutage * 60) }))}
      {entry('medium', t('levels.short', { duration: format.duration(longOutage * 60) }))}
      {entry('long', t('levels.long'))}
      {entry('excluded', t('levels.excluded'))}
      {entry('unknown', t('levels.unknown'))}
      <span>{t('perDay')}</span>
    </p>
  )
}
