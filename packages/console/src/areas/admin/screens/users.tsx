import { lazy, Suspense } from 'react'
import { useParams } from 'react-router'
import { Loading } from '../../../ui/feedback/feedback.tsx'
import { UserList } from '../users/user-list.tsx'

const UserPage = lazy(async () => ({ default: (await import('../users/user-page.tsx')).UserPage }))

/** Users: `/admin/users` lists them, `/admin/users/{id}/{tab}` shows one. */
export default function Users() {
  const { param1: id, param2: tab } = useParams()
  if (!id) return <UserList />
  return (
    <Suspense fallback={<Loading rows={8} />}>
      <UserPage key={id} id={id} tab={tab} />
    </Suspense>
  )
}
