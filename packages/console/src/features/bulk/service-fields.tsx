import type { BodyOf, stationService } from '@stationmaster/contract'
import { useTexts } from '../../lib/texts.ts'
import { CheckField, TextAreaField } from '../../ui/form/fields.tsx'
import { DateTimeField } from '../../ui/time/date-time-field.tsx'

export type ServiceParams = NonNullable<BodyOf<typeof stationService>['outofservice']> & { isSent: boolean }

/** Reason and expected return of stations that are taken out of service, and if they are informed. */
export default function ServiceFields({
  isOut,
  params,
  onChange,
}: {
  isOut: boolean
  params: ServiceParams
  onChange: (params: ServiceParams) => void
}) {
  const t = useTexts('service')
  return (
    <>
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
            value={params.reason}
            onChange={(event) => onChange({ ...params, reason: event.currentTarget.value })}
          />
          <DateTimeField
            label={t('expected')}
            description={t('expectedHint')}
            value={params.expectedreturn ?? null}
            onChange={(expectedreturn) => onChange({ ...params, expectedreturn })}
          />
        </>
      )}
      <CheckField
        label={t('send')}
        description={isOut ? t('sendHint') : undefined}
        checked={params.isSent}
        onChange={(event) => onChange({ ...params, isSent: event.currentTarget.checked })}
      />
    </>
  )
}
