import { noticeDelete, noticeList, noticeMark } from '@stationmaster/contract'
import { useState } from 'react'
import { useEndpoint } from '../../lib/query.ts'
import { useChange } from '../../lib/use-change.ts'

const page = 50
const maxNotices = 500

/** Returns the notices of scripts and of the system for the user, newest first, and functions to change them. */
export function useOwnNotices() {
  const [limit, setLimit] = useState(page)
  const found = useEndpoint(
    noticeList,
    { reclimit: limit },
    { hints: ['notice.changed'], keepPrevious: true },
  )
  const mark = useChange(noticeMark, { done: null })
  const remove = useChange(noticeDelete, { done: null })
  return {
    data: found.data,
    loadError: found.data ? null : found.error,
    retry: () => void found.refetch(),
    failure: mark.error ?? remove.error,
    isBusy: mark.isPending || remove.isPending,
    mark: (ids: string[], status: 'new' | 'read') => mark.mutate({ ids, status }),
    remove: (id: string) => remove.mutate({ ids: [id] }),
    hasOlder: found.data !== undefined && found.data.length >= limit && limit < maxNotices,
    showOlder: () => setLimit(Math.min(limit + page, maxNotices)),
  }
}
