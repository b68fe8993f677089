import { type AnswerOf, type onlineProviders, paymentCreate, paymentProviders } from '@stationmaster/contract'
import { useMay } from '../../lib/access.ts'
import { useEndpoint } from '../../lib/query.ts'
import { useTexts } from '../../lib/texts.ts'
import { useChange } from '../../lib/use-change.ts'

type Provider = AnswerOf<typeof paymentProviders>[number]
type OnlineProvider = Provider & { code: (typeof onlineProviders)[number] }

const isOnline = (provider: Provider): provider is OnlineProvider => provider.online

/** Returns the providers with which payments can be made, and those with which the user can pay now. */
export function useProviders(): { all: readonly Provider[]; online: readonly OnlineProvider[] } {
  const mayPay = useMay()(paymentCreate)
  const { data: all = [] } = useEndpoint(paymentProviders, {}, {})
  return { all, online: mayPay ? all.filter(isOnline) : [] }
}

interface PayOptions {
  form?: { setFieldError: (field: string, text: string) => void }
  onPaid?: () => void
}

/** Creates a payment, and opens the page of its provider if it has one. */
export function usePay({ form, onPaid }: PayOptions = {}) {
  const t = useTexts('payments')
  return useChange(paymentCreate, {
    ...(form && { form }),
    done: ({ statecode }) => (statecode === 'succeeded' ? t('paid') : t('created')),
    onSaved: ({ checkout }) => {
      if (checkout !== null) openPage(checkout)
    },
    onReloaded: () => onPaid?.(),
  })
}

/** Opens the page of a provider in this tab, from which the payer returns. */
export function openPage(address: string): void {
  if (/^https?:/.test(address)) globalThis.location.assign(address)
}
