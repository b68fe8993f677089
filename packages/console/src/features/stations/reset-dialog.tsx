import { useState } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { FieldGroup, RadioField } from '../../ui/form/fields.tsx'
import { Stack } from '../../ui/page/page.tsx'
import { StationRequestDialog } from './station-request-dialog.tsx'
import { sendToStation } from './station-answer.tsx'
import type { Station } from './station-columns.tsx'

const kinds = ['Soft', 'Hard'] as const
type Kind = (typeof kinds)[number]

/** Restarts a station; says how this affects running transactions. */
export function ResetDialog({ station, onClose }: { station: Station; onClose: () => void }) {
  const t = useTexts('station')
  const [kind, setKind] = useState<Kind>('Soft')
  const running = station.connectors.filter(({ transactionid }) => transactionid !== null).length
  return (
    <StationRequestDialog
      title={t('reset.title', { identity: station.identity })}
      lead={running > 0 ? t('reset.running', { count: running }) : t('reset.idle')}
      action={t('reset.action')}
      danger={running > 0}
      request={() => sendToStation(station.id, 'Reset', { type: kind })}
      refused={t('reset.refused')}
      doneMessage={t('reset.done')}
      onClose={onClose}
    >
      <FieldGroup legend={t('reset.kind')} variant="unstyled">
        <Stack>
          {kinds.map((one) => (
            <RadioField
              key={one}
              name="reset-kind"
              label={t(`reset.kinds.${one}`)}
              description={t(`reset.kindHints.${one}`)}
              checked={kind === one}
              data-autofocus={kind === one || undefined}
              onChange={() => setKind(one)}
            />
          ))}
        </Stack>
      </FieldGroup>
    </StationRequestDialog>
  )
}
