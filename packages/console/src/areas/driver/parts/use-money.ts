import { driverMoneyGet } from '@stationmaster/contract'
import { useMayForCertain } from '../../../lib/access.ts'
import { useEndpoint } from '../../../lib/query.ts'

/** Milliseconds after which a balance is read again; no hint reports its changes to drivers. */
const everyMs = 30_000

/** Queries the money of the driver's client, once the rights are known and if they include it. */
export function useMoney() {
  const isAllowed = useMayForCertain(driverMoneyGet)
  return useEndpoint(driverMoneyGet, {}, { enabled: isAllowed, refetchInterval: everyMs })
}
