import { invoiceMailKinds, type invoiceMailStates } from '@stationmaster/contract'
import { useTexts } from '../../../lib/texts.ts'
import { MailLink } from '../../../ui/data/contact-links.tsx'
import { Card } from '../../../ui/page/page.tsx'
import { type Tone, ToneChip } from '../../../ui/state/state-chip.tsx'
import { Moment } from '../../../ui/time/moment.tsx'
import type { InvoiceDetail } from './invoice-detail.ts'
import css from './invoice.module.css'

const tones: Record<(typeof invoiceMailStates)[number], Tone> = {
  queued: 'busy',
  sent: 'good',
  stored: 'warn',
  failed: 'bad',
}

/** Mails of an invoice to its client, with their delivery. */
export function InvoiceMails({ invoice: { mails } }: { invoice: InvoiceDetail }) {
  const t = useTexts('invoices')
  return (
    <Card title={t('page.mails')}>
      {mails.length === 0 && <p className="muted">{t('page.noMails')}</p>}
      <ul className={css.mails}>
        {mails.map(({ id, kind, recipient, state, created, error }) => (
          <li key={id}>
            <div>
              <span>
                {t(`page.mailKinds.${invoiceMailKinds.find((known) => known === kind) ?? 'invoice'}`)}
              </span>
              <ToneChip tone={tones[state]}>{t(`page.mailStates.${state}`)}</ToneChip>
            </div>
            <div className="muted">
              <Moment at={created} /> · <MailLink email={recipient} />
            </div>
            {error !== null && state !== 'sent' && <div className="muted">{error}</div>}
          </li>
        ))}
      </ul>
    </Card>
  )
}
