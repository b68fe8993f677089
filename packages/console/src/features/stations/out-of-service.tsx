import { stationService } from '@stationmaster/contract'
import { IconToolsOff } from '@tabler/icons-react'
import { useMay } from '../../lib/access.ts'
import { useNow } from '../../lib/clock.ts'
import { useFormat } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { Button } from '../../ui/buttons.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Row } from '../../ui/page/page.tsx'
import type { ServiceDialogProps } from './service-dialog.tsx'

interface NoticeProps {
  station: string
  of: { outofservicereason: string | null; outofservicesince: string | null; expectedreturn: string | null }
  onAct: (to: ServiceDialogProps['to']) => void
}

/** Since when a station or connector is out of service, why, when it is expected to return, and what follows. */
export function OutOfServiceNotice({ station, of, onAct }: NoticeProps) {
  const t = useTexts('service')
  const format = useFormat()
  const now = useNow()
  const may = useMay()
  const { outofservicereason, outofservicesince, expectedreturn } = of
  const isOverdue = expectedreturn !== null && Date.parse(expectedreturn) < now
  return (
    <Notice
      tone={isOverdue ? 'warn' : 'calm'}
      icon={<IconToolsOff size={18} />}
      action={
        may(stationService, { id: station }) && (
          <Row>
            <Button small onClick={() => onAct('out')}>
              {t('edit')}
            </Button>
            <Button small onClick={() => onAct('in')}>
              {t('back')}
            </Button>
          </Row>
        )
      }
    >
      <b>{t('banner', { since: format.dateTime(outofservicesince) })}</b>
      <p>
        <bdi>{outofservicereason}</bdi>
        {expectedreturn !== null &&
          ` · ${t(isOverdue ? 'overdue' : 'until', { time: format.dateTime(expectedreturn) })}`}
      </p>
    </Notice>
  )
}
