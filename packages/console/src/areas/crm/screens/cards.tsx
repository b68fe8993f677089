import { lazy, Suspense } from 'react'
import { Navigate, useParams } from 'react-router'
import { addressOf } from '../../../lib/screen.ts'
import { loadTexts } from '../../../lib/texts.ts'
import { Loading } from '../../../ui/feedback/feedback.tsx'

const CardList = lazy(() => import('../card/card-list.tsx'))
const AccessRules = lazy(async () => {
  const list = import('../access-rules/rule-list.tsx')
  await loadTexts('access')
  return list
})
const CarList = lazy(async () => {
  const list = import('../card/car-list.tsx')
  await loadTexts('clients', 'car-drivers')
  return list
})

/** Cards, the cars that charge with them (`/crm/cards/cars`), and the access rules for them (`/crm/cards/rules`). */
export default function Cards() {
  const { param1 } = useParams()
  if (param1 !== undefined && param1 !== 'rules' && param1 !== 'cars')
    return <Navigate replace to={addressOf('/crm/card', [param1])} />
  const List = param1 === 'rules' ? AccessRules : param1 === 'cars' ? CarList : CardList
  return (
    <Suspense fallback={<Loading rows={8} />}>
      <List />
    </Suspense>
  )
}
