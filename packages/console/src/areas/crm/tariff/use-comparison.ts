import { tariffCompare, type TariffComparison } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../lib/call.ts'
import { keyOf } from '../../../lib/query.ts'
import { addParts } from './comparison.ts'

/** Sessions of the month, and those that were read. */
export interface Progress {
  total: number
  read: number
}

interface Question {
  id: string
  month: string
  timezone: string
  isStopped: boolean
}

/** Compares the draft of a tariff with what was charged in a month, part by part, and returns the sum of all parts. */
export function useComparison({ id, month, timezone, isStopped }: Question) {
  const [progress, setProgress] = useState<Progress | null>(null)
  const query = useQuery({
    queryKey: [...keyOf(tariffCompare), { id, month, timezone }],
    queryFn: async ({ signal }) => {
      setProgress(null)
      let parts: TariffComparison[] = []
      for (let after: string | null = ''; after !== null; ) {
        const body = { id, month, timezone, ...(after !== '' && { after }) }
        const part: TariffComparison = await call(tariffCompare, body, { signal })
        // another user has saved the draft: what was compared before has other prices
        const isSame = (parts[0] ?? part).hash === part.hash
        parts = isSame ? [...parts, part] : []
        after = isSame ? part.next : ''
        const read = parts.reduce((sum, one) => sum + one.read, 0)
        setProgress({ total: parts[0]?.total ?? 0, read })
      }
      return addParts(parts)
    },
    enabled: !isStopped,
  })
  return { query, progress }
}
