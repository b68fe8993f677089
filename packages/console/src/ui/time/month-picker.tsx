import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useFormat } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { IconButton } from '../buttons.tsx'
import { monthName, shiftMonth, thisMonth } from '../../lib/month.ts'
import css from './month-picker.module.css'

/** The month between buttons for the previous and the next one. */
export function MonthPicker({ month, onChange }: { month: string; onChange: (month: string) => void }) {
  const t = useTexts()
  const { language } = useFormat()
  return (
    <span className={css.month}>
      <IconButton label={t('ui.dateTime.previousMonth')} onClick={() => onChange(shiftMonth(month, -1))}>
        <IconChevronLeft size={18} />
      </IconButton>
      <span aria-live="polite">{monthName(month, language)}</span>
      <IconButton
        label={t('ui.dateTime.nextMonth')}
        disabled={month >= thisMonth()}
        onClick={() => onChange(shiftMonth(month, 1))}
      >
        <IconChevronRight size={18} />
      </IconButton>
    </span>
  )
}
