import { tariffCheck, type TariffVersion, tariffVersionActivate } from '@stationmaster/contract'
import { useState } from 'react'
import type { Tariff } from '../../../features/tariffs/tariff-columns.tsx'
import { dayOf } from '../../../lib/day.ts'
import { useFormat } from '../../../lib/format.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { useChange } from '../../../lib/use-change.ts'
import { KeyValues } from '../../../ui/data/key-values.tsx'
import { Dimmed, Unloaded } from '../../../ui/feedback/feedback.tsx'
import { FormDialog } from '../../../ui/feedback/form-dialog.tsx'
import { TextField } from '../../../ui/form/fields.tsx'
import { FormGrid } from '../../../ui/page/page.tsx'
import { canActivate, Findings } from './findings.tsx'
import { useScope } from './use-scope.ts'

interface ActivateProps {
  tariff: Tariff
  draft: TariffVersion
  onActivated: () => void
  onClose: () => void
}

/** Dialog that activates the draft of a tariff, with its first day and what the server found. */
export function ActivateDialog({ tariff, draft, onActivated, onClose }: ActivateProps) {
  const t = useTexts('tariffs')
  const { zone: timezone } = useFormat()
  const scope = useScope(tariff)
  const [today] = useState(() => dayOf(new Date()))
  const [validfrom, setFrom] = useState(today)
  const [lastday, setLast] = useState('')
  const body = { id: tariff.id, validfrom, ...(lastday === '' ? {} : { lastday }), timezone }
  const isFilled = validfrom !== ''
  const check = useEndpoint(tariffCheck, body, { keepPrevious: true, enabled: isFilled })
  const save = useChange(tariffVersionActivate, { done: t('activate.done'), onSaved: onActivated })
  return (
    <FormDialog
      title={t('activate.title')}
      action={t('activate.action')}
      confirmsDiscard={false}
      save={save}
      isSendable={isFilled && check.data !== undefined && !check.isPlaceholderData && canActivate(check.data)}
      onSubmit={() => save.mutate({ ...body, version_no: draft.version_no })}
      onClose={onClose}
    >
      <p>{t('activate.lead')}</p>
      <FormGrid>
        <TextField
          label={t('activate.firstDay')}
          description={t('activate.firstDayHint')}
          type="date"
          required
          data-autofocus
          min={today}
          value={validfrom}
          onChange={({ currentTarget: { value } }) => setFrom(value)}
        />
        <TextField
          label={t('activate.lastDay')}
          description={t('activate.lastDayHint')}
          type="date"
          min={validfrom}
          value={lastday}
          onChange={({ currentTarget: { value } }) => setLast(value)}
        />
      </FormGrid>
      <p className="muted">{t('activate.zone', { zone: timezone })}</p>
      <KeyValues rows={[[t('activate.scope'), scope.join(' · ')]]} />
      {check.data ? (
        <Dimmed when={check.isPlaceholderData}>
          <Findings findings={check.data} />
        </Dimmed>
      ) : (
        <Unloaded small query={check} rows={1} />
      )}
    </FormDialog>
  )
}
