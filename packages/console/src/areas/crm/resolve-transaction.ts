import { transactionResolve } from '@stationmaster/contract'
import { useTexts } from '../../lib/texts.ts'
import { useChange } from '../../lib/use-change.ts'
import { confirm } from '../../ui/feedback/confirm.tsx'

/** Returns the request that resolves a transaction, preceded by a question. */
export function useResolve() {
  const t = useTexts('transactions')
  const run = useChange(transactionResolve, { done: t('detail.resolved') })
  const question = {
    title: t('detail.resolve'),
    lead: t('detail.resolveLead'),
    action: t('detail.resolve'),
    danger: false,
  }
  return { ...run, confirmAndRun: async (id: string) => (await confirm(question)) && run.mutate({ id }) }
}
