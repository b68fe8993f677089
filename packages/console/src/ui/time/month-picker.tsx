import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../lib/texts.ts'
import { IconButton } from '../../../ui/buttons.tsx'
import css from './availability.module.css'
import { monthName, shiftMonth, thisMonth } from './month.ts'

/** The month between buttons for the previous and the next one. */
export function MonthPicker({ month, onChange }: { month: string; onChange: (month: string) => void }) {
  const t = useTexts('availability')
  const { language } = useFormat()
  return (
    <span className={css.month}>
      <IconButton label={t('previous')} onClick={() => onChange(shiftMonth(month, -1))}>
        <IconChevronLeft size={18} />
      </IconButton>
      <span aria-live="polite">{monthName(month, language)}</span>
      <IconButton
        label={t('next')}
        disabled={month >= thisMonth()}
        onClick={() => onChange(shiftMonth(month, 1))}
      >
        <IconChevronRight size={18} />
      </IconButton>
    </span>
  )
}
