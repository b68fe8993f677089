import { stationSet } from '@stationmaster/contract'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { Station } from '../../../features/stations/station-columns.tsx'
import { useMay } from '../../../lib/access.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { confirm } from '../../../ui/feedback/confirm.tsx'
import { Failure } from '../../../ui/feedback/feedback.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { useChange } from '../../../lib/use-change.ts'
import { FormAccess } from '../../../ui/form/form-access.tsx'
import { Row, Stack } from '../../../ui/page/page.tsx'
import { Part } from '../../../ui/page/part.tsx'

/** Admits a station that names no subprotocol in the handshake (OCPP-J 1.6, 3.2 requires it). */
export function Subprotocol({ station }: { station: Station }) {
  const t = useTexts('station')
  const isAllowed = useMay()(stationSet, { id: station.id })
  const isOptional = station.subprotocoloptional
  const set = useChange(stationSet, {
    done: (_, body) => t(body.subprotocoloptional ? 'subprotocol.allowed' : 'subprotocol.demanded'),
  })
  const send = (subprotocoloptional: boolean): void => set.mutate({ id: station.id, subprotocoloptional })
  const allow = async (): Promise<void> => {
    const title = t('subprotocol.confirm', { identity: station.identity })
    const lead = t('subprotocol.confirmLead')
    if (await confirm({ title, lead, action: t('subprotocol.allow'), danger: false })) send(true)
  }
  return (
    <Part title={t('subprotocol.title')} lead={t('subprotocol.lead')}>
      <Stack>
        {set.error && <Failure small error={set.error} title={t('ui.changeFailed')} />}
        {isOptional && (
          <Notice tone="warn" icon={<IconAlertTriangle size={18} />}>
            {t('subprotocol.is')}
          </Notice>
        )}
        <FormAccess isAllowed={isAllowed}>
          <Row>
            <Button loading={set.isPending} onClick={() => (isOptional ? send(false) : void allow())}>
              {t(isOptional ? 'subprotocol.demand' : 'subprotocol.allow')}
            </Button>
          </Row>
        </FormAccess>
      </Stack>
    </Part>
  )
}
