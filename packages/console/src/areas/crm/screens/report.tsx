import { accountingGet } from '@stationmaster/contract'
import { lazy, Suspense } from 'react'
import { useParams } from 'react-router'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Loading } from '../../../ui/feedback/feedback.tsx'
import { Permitted } from '../../../ui/feedback/permitted.tsx'

const ReportPage = lazy(() => import('../report/report-page.tsx'))
const AccountingPage = lazy(() => import('../report/accounting-page.tsx'))
const OwnersPage = lazy(() => import('../report/owners-page.tsx'))
const OwnerPage = lazy(() => import('../report/owner-page.tsx'))

/** Reports of revenue, statements of owners, one of them (`/crm/report/owners/{id}`), and the bookkeeping. */
export default function Report() {
  const { param1: part, param2: id } = useParams()
  const t = useTexts('reports')
  return (
    <Suspense fallback={<Loading rows={8} />}>
      {part === 'accounting' ? (
        <Permitted
          to={accountingGet}
          title={t('tabs.accounting')}
          crumbs={[{ label: t('title'), to: addressOf('/crm/report') }]}
        >
          <AccountingPage />
        </Permitted>
      ) : part !== 'owners' ? (
        <ReportPage />
      ) : id === undefined ? (
        <OwnersPage />
      ) : (
        <OwnerPage key={id} id={id} />
      )}
    </Suspense>
  )
}
