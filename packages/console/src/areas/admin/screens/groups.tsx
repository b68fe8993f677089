import { lazy, Suspense } from 'react'
import { useParams } from 'react-router'
import { Loading } from '../../../ui/feedback/feedback.tsx'
import { GroupList } from '../groups/group-list.tsx'

const GroupPage = lazy(async () => ({ default: (await import('../groups/group-page.tsx')).GroupPage }))

/** Groups of users: `/admin/groups` lists them, `/admin/groups/{id}` shows one and its members. */
export default function Groups() {
  const { param1: id } = useParams()
  if (!id) return <GroupList />
  return (
    <Suspense fallback={<Loading rows={8} />}>
      <GroupPage key={id} id={id} />
    </Suspense>
  )
}
