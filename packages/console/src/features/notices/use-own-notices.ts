import { noticeDelete, noticeList, noticeMark } from '@stationmaster/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { endpointQuery } from '../../lib/query.ts'

const page = 50
const maxNotices = 500

/** Returns the notices of scripts and of the system for the user, newest first, and functions to change them. */
export function useOwnNotices() {
  const queries = useQueryClient()
  const [limit, setLimit] = useState(page)
  const found = useQuery(
    endpointQuery(noticeList, { reclimit: limit }, { hints: ['notice.changed'], keepPrevious: true }),
  )
  const onSettled = () => queries.invalidateQueries({ queryKey: [noticeList.subject] })
  const mark = useMutation({
    mutationFn: (body: { ids: string[]; status: 'new' | 'read' }) => call(noticeMark, body),
    onSettled,
  })
  const remove = useMutation({ mutationFn: (ids: string[]) => call(noticeDelete, { ids }), onSettled })
  return {
    data: found.data,
    loadError: found.data ? null : found.error,
    retry: () => void found.refetch(),
    failure: mark.error ?? remove.error,
    isBusy: mark.isPending || remove.isPending,
    mark: (ids: string[], status: 'new' | 'read') => mark.mutate({ ids, status }),
    remove: (id: string) => remove.mutate([id]),
    hasOlder: found.data !== undefined && found.data.length >= limit && limit < maxNotices,
    showOlder: () => setLimit(Math.min(limit + page, maxNotices)),
  }
}
