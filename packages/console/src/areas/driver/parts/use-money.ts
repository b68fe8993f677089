import { classList, driverMoneyGet } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { useMay } from '../../../lib/access.ts'
import { endpointQuery, useEndpoint } from '../../../lib/query.ts'

/** Milliseconds after which a balance is read again; no hint reports its changes to drivers. */
const everyMs = 30_000

/** Queries the money of the driver's client, once the rights are known and if they include it. */
export function useMoney() {
  const rights = useQuery({
    ...endpointQuery(classList, {}, { hints: ['rights.changed'] }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const may = useMay()
  return useEndpoint(
    driverMoneyGet,
    {},
    { enabled: rights.isSuccess && may(driverMoneyGet), refetchInterval: everyMs },
  )
}
