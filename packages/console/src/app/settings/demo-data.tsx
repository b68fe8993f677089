import { demoRemove, demoState } from '@stationmaster/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { useEndpoint } from '../../lib/query.ts'
import { useUser } from '../../lib/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { Button } from '../../ui/buttons.tsx'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { Failure } from '../../ui/feedback/feedback.tsx'
import { toast } from '../../lib/toasts.ts'
import css from './settings-panel.module.css'

/** Removes all sample data in one action; shown to administrators while sample data exist. */
export function DemoData() {
  const t = useTexts()
  const queries = useQueryClient()
  const isAdmin = useUser()?.admin === true
  const state = useEndpoint(demoState, {}, { enabled: isAdmin })
  const remove = useMutation({
    mutationFn: () => call(demoRemove, {}, { limitMs: 300_000 }),
    onSuccess: () => {
      toast(t('settings.demoRemoved'))
      void queries.invalidateQueries()
    },
  })
  if (!isAdmin || !state.data?.present) return null
  const question = {
    title: t('settings.demoRemove'),
    lead: t('settings.demoLead', { count: state.data.stations }),
    action: t('ui.remove'),
  }
  return (
    <div>
      <p className={css.label}>{t('settings.demo')}</p>
      {remove.error && <Failure small error={remove.error} title={t('ui.deleteFailed')} />}
      <Button
        loading={remove.isPending}
        onClick={() => void confirm(question).then((isSure) => isSure && remove.mutate())}
      >
        {t('settings.demoRemove')}
      </Button>
    </div>
  )
}
