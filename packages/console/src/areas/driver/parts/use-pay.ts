import { driverPaymentCreate, type onlineProviders } from '@stationmaster/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { openPage } from '../../../features/payments/use-pay.ts'
import { call } from '../../../lib/call.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useRequestKey } from './use-request-key.ts'

type Provider = (typeof onlineProviders)[number]
type What = { amount: string } | { invoice: string }

/**
 * Creates a payment, once for the same amount or invoice, and opens the page of its provider; without one, the page of the
 * payment, which shows its state.
 */
export function usePay(what: What, provider: Provider) {
  const navigate = useNavigate()
  const cache = useQueryClient()
  const [id, renewKey] = useRequestKey(JSON.stringify([what, provider]))
  return useMutation({
    mutationFn: () => call(driverPaymentCreate, { id, provider, ...what }),
    onSuccess: async (payment) => {
      await cache.invalidateQueries({ queryKey: [driverPaymentCreate.subject] })
      if (payment.statecode === 'pending' && payment.checkout !== null) openPage(payment.checkout)
      else await navigate(addressOf('/driver/money', ['payment', payment.id]))
    },
    onError: renewKey,
  })
}
