import { stationService } from '@stationmaster/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { useTexts } from '../../lib/texts.ts'
import { CheckField, TextAreaField } from '../../ui/form/fields.tsx'
import { useForm } from '../../ui/form/form.ts'
import { DateTimeField } from '../../ui/time/date-time-field.tsx'
import { sendToStation } from './station-answer.tsx'
import type { Station } from './station-columns.tsx'
import type { Connector } from './station-queries.ts'
import { StationRequestDialog } from './station-request-dialog.tsx'

export interface ServiceDialogProps {
  station: Station
  /** The connector; without it the dialog is about the whole station. */
  connector?: Connector
  /** `out` takes it out of service or changes the note, `in` returns it to service. */
  to: 'out' | 'in'
  onClose: () => void
}

/**
 * Takes a station or connector out of service with a reason and the expected return, or returns it to service. The
 * station gets a ChangeAvailability if it is connected.
 */
export function ServiceDialog({ station, connector, to, onClose }: ServiceDialogProps) {
  const t = useTexts('service')
  const queries = useQueryClient()
  const isOut = to === 'out'
  const about = connector ?? station
  const isChange = isOut && about.outofservicesince !== null
  const name = connector ? `${station.identity} · ${connector.connectorid}` : station.identity
  const [openedAt] = useState(() => new Date().toISOString())
  const form = useForm({
    mode: 'controlled',
    initialValues: {
      reason: about.outofservicereason ?? '',
      expectedreturn: about.expectedreturn,
      // a changed note is no new request
      isSent: station.connected && !isChange,
    },
    validate: { reason: (text) => (isOut && text.trim() === '' ? t('missing') : null) },
  })
  const { reason, expectedreturn, isSent } = form.values
  const request = async () => {
    await call(stationService, {
      id: station.id,
      ...(connector ? { connectorid: connector.connectorid } : {}),
      outofservice: isOut ? { reason, expectedreturn } : null,
    })
    void queries.invalidateQueries({ queryKey: ['Stations'] })
    if (!isSent) return null
    const type = isOut ? 'Inoperative' : 'Operative'
    return sendToStation(station.id, 'ChangeAvailability', {
      connectorId: connector?.connectorid ?? 0,
      type,
    })
  }
  return (
    <StationRequestDialog
      title={t(isChange ? 'doneOut' : isOut ? 'titleOut' : 'titleIn', { name })}
      lead={isOut ? undefined : about.outofservicesince !== null && t('leadIn')}
      action={t(isChange ? 'ui.save' : isOut ? 'take' : 'back')}
      request={request}
      check={() => !form.validate().hasErrors}
      refused={t('refused')}
      doneMessage={t(isOut ? 'doneOut' : 'doneIn', { name })}
      onClose={onClose}
    >
      {isOut && (
        <>
          <TextAreaField
            label={t('reason')}
            description={t('reasonHint')}
            required
            autosize
            minRows={2}
            maxLength={300}
            data-autofocus
            {...form.getInputProps('reason')}
          />
          <DateTimeField
            label={t('expected')}
            description={t('expectedHint')}
            min={openedAt}
            value={expectedreturn}
            error={form.errors.expectedreturn}
            onChange={(value) => form.setFieldValue('expectedreturn', value)}
          />
        </>
      )}
      {station.connected ? (
        <CheckField
          label={t('send')}
          description={isOut ? t('sendHint') : undefined}
          {...form.getInputProps('isSent', { type: 'checkbox' })}
        />
      ) : (
        <p className="muted">{t('offline')}</p>
      )}
    </StationRequestDialog>
  )
}
