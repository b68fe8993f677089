import { lazy, Suspense } from 'react'
import { useParams } from 'react-router'
import { Loading } from '../../../ui/feedback/feedback.tsx'

const ReportPage = lazy(() => import('../report/report-page.tsx'))
const AccountingPage = lazy(() => import('../report/accounting-page.tsx'))
const OwnersPage = lazy(() => import('../report/owners-page.tsx'))
const OwnerPage = lazy(() => import('../report/owner-page.tsx'))

/** Reports of revenue, statements of owners, one of them (`/crm/report/owners/{id}`), and the bookkeeping. */
export default function Report() {
  const { param1: part, param2: id } = useParams()
  return (
    <Suspense fallback={<Loading rows={8} />}>
      {part === 'accounting' ? (
        <AccountingPage />
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
