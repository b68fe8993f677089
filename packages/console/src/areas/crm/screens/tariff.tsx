import { lazy, Suspense } from 'react'
import { useParams } from 'react-router'
import { Loading } from '../../../ui/feedback/feedback.tsx'

const TariffList = lazy(() => import('../tariff/tariff-list.tsx'))
const ComparePage = lazy(() => import('../tariff/compare-page.tsx'))
const TariffPage = lazy(() => import('../tariff/tariff-page.tsx'))

/** Tariffs, one of them (`/crm/tariff/{id}`), and the comparison of its draft (`…/compare`). */
export default function Tariffs() {
  const { param1: id, param2: part } = useParams()
  return (
    <Suspense fallback={<Loading rows={8} />}>
      {id === undefined ? (
        <TariffList />
      ) : part === 'compare' ? (
        <ComparePage key={id} id={id} />
      ) : (
        <TariffPage key={id} id={id} />
      )}
    </Suspense>
  )
}
