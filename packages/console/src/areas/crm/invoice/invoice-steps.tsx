import { IconCircle, IconCircleCheckFilled, IconCircleDot } from '@tabler/icons-react'
import { Day } from '../../../features/invoices/invoice-columns.tsx'
import { useTexts } from '../../../lib/texts.ts'
import { Moment } from '../../../ui/time/moment.tsx'
import type { InvoiceDetail } from './invoice-detail.ts'
import css from './invoice.module.css'

const steps = ['created', 'in_progress', 'paid'] as const

/** Shows how far an invoice is: draft, open, paid. Nothing for credit notes and for invoices that ended otherwise. */
export function InvoiceSteps({ invoice }: { invoice: InvoiceDetail }) {
  const t = useTexts('invoices')
  const { typecode, statecode, created, issued, due } = invoice
  const at = steps.findIndex((step) => step === statecode)
  if (typecode !== 'invoice' || at < 0) return null
  const notes = {
    created: <Moment at={created} />,
    in_progress: issued !== null && (
      <>
        {t('columns.issued')} <Day day={issued} />
      </>
    ),
    paid: due !== null && statecode !== 'paid' && (
      <>
        {t('columns.due')} <Day day={due} />
      </>
    ),
  }
  return (
    <ol className={css.steps} aria-label={t('page.steps')}>
      {steps.map((step, index) => {
        const isDone = index < at || statecode === 'paid'
        const isCurrent = index === at
        const Icon = isDone ? IconCircleCheckFilled : isCurrent ? IconCircleDot : IconCircle
        return (
          <li
            key={step}
            data-done={isDone || undefined}
            data-current={isCurrent || undefined}
            aria-current={isCurrent ? 'step' : undefined}
          >
            <Icon size={20} aria-hidden />
            <div>
              {t(`states.${step}`)}
              <small>{notes[step]}</small>
            </div>
          </li>
        )
      })}
    </ol>
  )
}
