import { lazy, Suspense } from 'react'
import { Loading } from '../../../ui/feedback/feedback.tsx'

const TariffList = lazy(() => import('../tariff/tariff-list.tsx'))

/** Tariffs. */
export default function Tariffs() {
  return (
    <Suspense fallback={<Loading rows={8} />}>
      <TariffList />
    </Suspense>
  )
}
