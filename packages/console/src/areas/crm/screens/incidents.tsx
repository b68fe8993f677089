import { lazy, Suspense } from 'react'
import { useParams } from 'react-router'
import { Loading } from '../../../ui/feedback/feedback.tsx'

const IncidentList = lazy(() => import('../incident/incident-list.tsx'))
const IncidentPage = lazy(() => import('../incident/incident-page.tsx'))
const IncidentRules = lazy(() => import('../incident/incident-rules.tsx'))

/** Incidents: the list, one (`/crm/incidents/{id}`), and their rules (`/crm/incidents/rules`). */
export default function Incidents() {
  const { param1: id } = useParams()
  return (
    <Suspense fallback={<Loading rows={8} />}>
      {id === undefined ? (
        <IncidentList />
      ) : id === 'rules' ? (
        <IncidentRules />
      ) : (
        <IncidentPage key={id} id={id} />
      )}
    </Suspense>
  )
}
