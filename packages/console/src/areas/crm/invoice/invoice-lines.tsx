import { type AnswerOf, chargeServices, invoiceLines, tariffList } from '@stationmaster/contract'
import { IconListDetails } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { useQuantity } from '../../../features/charges/use-quantity.ts'
import { useMay } from '../../../lib/access.ts'
import { useFormat } from '../../../lib/format.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { IconButton } from '../../../ui/buttons.tsx'
import { Identity } from '../../../ui/data/copy.tsx'
import { Unloaded } from '../../../ui/feedback/feedback.tsx'
import { Card } from '../../../ui/page/page.tsx'
import { Pager } from '../../../ui/table/pager.tsx'
import { PlainTable } from '../../../ui/table/plain-table.tsx'
import { as } from '../../../ui/table/table-roles.ts'
import type { InvoiceDetail } from './invoice-detail.ts'
import css from './invoice.module.css'

const WhyDrawer = lazy(async () => ({
  default: (await import('../../../features/charges/why-drawer.tsx')).WhyDrawer,
}))

type Line = AnswerOf<typeof invoiceLines>[number]

type PageSize = '25' | '50' | '100'

/** Lines of an invoice with their amounts, and what they add up to. */
export function InvoiceLines({ invoice }: { invoice: InvoiceDetail }) {
  const t = useTexts('invoices')
  const [{ page, size }, go] = useState<{ page: number; size: PageSize }>({ page: 1, size: '50' })
  const [explained, explain] = useState<Line | null>(null)
  const format = useFormat()
  const perPage = Number(size)
  const { id, lines, currency } = invoice
  const found = useEndpoint(
    invoiceLines,
    { id, reclimit: perPage, recoffset: (page - 1) * perPage },
    { hints: ['invoice.changed'], keepPrevious: true },
  )
  const titles = [
    t('page.date'),
    t('page.station'),
    t('page.service'),
    t('page.tariff'),
    t('page.quantity'),
    t('page.price'),
    t('page.rate'),
    t('columns.amount'),
    '',
  ]
  return (
    <Card title={t('page.linesTitle')} pad={false}>
      {found.data ? (
        <PlainTable cards label={t('page.linesTitle')} titles={titles} className={css.lines}>
          <tbody {...as.rows}>
            {found.data.map((line) => (
              <LineRow key={line.line} line={line} currency={currency} onWhy={() => explain(line)} />
            ))}
          </tbody>
        </PlainTable>
      ) : (
        <Unloaded query={found} rows={5} />
      )}
      {lines > 25 && (
        <Pager
          paging={{
            page,
            size,
            total: lines,
            onPage: (next) => go({ page: next, size }),
            onSize: (next) => go({ page: 1, size: next }),
          }}
        />
      )}
      <Totals invoice={invoice} />
      <Suspense>
        {explained?.rating && (
          <WhyDrawer
            amount={format.money(explained.amount, currency)}
            rating={explained.rating}
            number={explained.transactionid}
            onClose={() => explain(null)}
          />
        )}
      </Suspense>
    </Card>
  )
}

const unitOf = (service: string) =>
  service === 'ENERGY' ? 'Wh' : service === 'FLAT' || service === 'RESERVATION' ? 'count' : 's'

function LineRow({ line, currency, onWhy }: { line: Line; currency: string; onWhy: () => void }) {
  const t = useTexts('charges')
  const format = useFormat(line.timezone)
  const { quantity, price } = useQuantity(currency)
  const mayTariffs = useMay()(tariffList)
  const { transactionid, tariffid, rating } = line
  const date = format.date(line.datestart)
  const service = chargeServices.find((known) => known === line.service)
  return (
    <tr {...as.row}>
      <td {...as.cell}>
        {transactionid === null ? (
          date
        ) : (
          <Link
            to={addressOf('/crm/transaction', [transactionid])}
            title={t('session', { number: transactionid })}
          >
            {date}
          </Link>
        )}
      </td>
      <td {...as.cell}>
        <Identity value={line.station} />
      </td>
      <td {...as.cell}>{service ? t(`services.${service}`) : line.service}</td>
      <td {...as.cell}>
        {tariffid !== null && mayTariffs ? (
          <Link to={addressOf('/crm/tariff', [tariffid])}>{line.tariff ?? t('tariff')}</Link>
        ) : (
          (line.tariff ?? <span className="muted">–</span>)
        )}
      </td>
      <td {...as.cell} className="figure">
        {quantity(line.quantity, unitOf(line.service))}
      </td>
      <td {...as.cell} className="figure">
        {line.price === null ? t('severalPrices') : price(line.price, unitOf(line.service))}
      </td>
      <td {...as.cell} className="figure">
        {format.percent(line.rate / 100, 2)}
      </td>
      <td {...as.cell} className="figure">
        {format.money(line.amount, currency)}
      </td>
      <td {...as.cell}>
        {rating !== null && (
          <IconButton small label={t('why')} onClick={onWhy}>
            <IconListDetails size={16} />
          </IconButton>
        )}
      </td>
    </tr>
  )
}

/** Net amount, tax per rate and total. */
function Totals({ invoice: { net, amount, taxes, currency } }: { invoice: InvoiceDetail }) {
  const t = useTexts('invoices')
  const format = useFormat()
  const rates = taxes.map(({ rate, country, tax }) => ({
    key: `${country} ${rate}`,
    label: `${t('columns.tax')} ${[format.percent(rate / 100, 2), country].filter(Boolean).join(', ')}`,
    tax,
  }))
  return (
    <dl className={css.totals}>
      <div>
        <dt>{t('columns.net')}</dt>
        <dd className="figure">{format.money(net, currency)}</dd>
      </div>
      {rates.map(({ key, label, tax }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd className="figure">{format.money(tax, currency)}</dd>
        </div>
      ))}
      <div data-sum>
        <dt>{t('columns.amount')}</dt>
        <dd className="figure">{format.money(amount, currency)}</dd>
      </div>
    </dl>
  )
}
