import { documentKinds } from '@stationmaster/contract'
import { IconDownload } from '@tabler/icons-react'
import { useFormat } from '../../../lib/format.ts'
import { pageConfig } from '../../../lib/page-config.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Card } from '../../../ui/page/page.tsx'
import type { InvoiceDetail } from './invoice-detail.ts'
import css from './invoice.module.css'

/** Files of an invoice as downloads, the PDF first. */
export function InvoiceDocuments({ invoice: { documents } }: { invoice: InvoiceDetail }) {
  const t = useTexts('invoices')
  const format = useFormat()
  const sorted = documents.toSorted((a, b) => documentKinds.indexOf(a.kind) - documentKinds.indexOf(b.kind))
  return (
    <Card title={t('page.documents')}>
      {sorted.length === 0 && <p className="muted">{t('page.documentsLater')}</p>}
      <ul className={css.documents}>
        {sorted.map(({ id, kind, name, size, url }) => (
          <li key={id}>
            <a href={pageConfig().apiDomain + url} download={name} rel="noreferrer">
              <IconDownload size={16} aria-hidden />
              {t(`page.kinds.${kind}`)}
            </a>
            <span className="muted">{format.bytes(size)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
