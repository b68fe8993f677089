import type { AnswerOf, sessionCost } from '@stationmaster/contract'
import { IconClock } from '@tabler/icons-react'
import { useNow } from '../../../lib/clock.ts'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'

/** Shows until when an idle car is free of charge, and the fee from then on. */
export function IdleNotice({
  fee,
  currency,
}: {
  fee: AnswerOf<typeof sessionCost>['idlefee'] | undefined
  currency: string | null | undefined
}) {
  const t = useTexts('driver')
  const format = useFormat()
  const now = useNow('second')
  if (!fee || !currency) return null
  const price = format.money(fee.perminute, currency)
  const max = fee.max === null ? null : format.money(fee.max, currency)
  return (
    <Notice tone="warn" icon={<IconClock size={20} />} alert>
      {t(now < Date.parse(fee.from) ? 'live.idle.before' : 'live.idle.since', {
        time: format.clock(fee.from, now),
        fee: max === null ? t('live.idle.fee', { price }) : t('live.idle.feeMax', { price, max }),
        end: t(`live.idle.end.${fee.until}`),
      })}
    </Notice>
  )
}
