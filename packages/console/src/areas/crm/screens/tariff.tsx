import { lazy, Suspense } from 'react'
import { useParams } from 'react-router'
import { Loading } from '../../../ui/feedback/feedback.tsx'

const TariffList = lazy(() => import('../tariff/tariff-list.tsx'))
const TariffPage = lazy(() => import('../tariff/tariff-page.tsx'))

/** Tariffs, and one of them (`/crm/tariff/{id}`). */
export default function Tariffs() {
  const { param1: id } = useParams()
  return (
    <Suspense fallback={<Loading rows={8} />}>
      {id === undefined ? <TariffList /> : <TariffPage key={id} id={id} />}
    </Suspense>
  )
}
