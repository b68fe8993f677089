import { useNow } from '../../../lib/clock.ts'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../lib/texts.ts'
import type { Connector } from './connector-options.tsx'
import css from './driver.module.css'

/** Until when a connector is reserved; nothing if it is not. */
export function ReservedUntil({
  connector: { reserveduntil },
  isOwn,
}: {
  connector: Pick<Connector, 'reserveduntil'>
  isOwn: boolean
}) {
  const t = useTexts('driver-reservation')
  const format = useFormat()
  const now = useNow()
  if (reserveduntil === null) return null
  return (
    <span className={css.facts}>
      {isOwn && <b>{t('own')}</b>}
      <span>{t('until', { time: format.clock(reserveduntil, now) })}</span>
    </span>
  )
}
