import { lazy, Suspense } from 'react'
import { useParams } from 'react-router'
import { Loading } from '../../../ui/feedback/feedback.tsx'

const ReportPage = lazy(() => import('../report/report-page.tsx'))

const parts: Readonly<Record<string, typeof ReportPage>> = {
  accounting: lazy(() => import('../report/accounting-page.tsx')),
}

/** Reports of revenue. */
export default function Report() {
  const { param1: part = '' } = useParams()
  const Part = parts[part] ?? ReportPage
  return (
    <Suspense fallback={<Loading rows={8} />}>
      <Part />
    </Suspense>
  )
}
