import { useNow } from '../../../lib/clock.ts'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../lib/texts.ts'
import css from './driver.module.css'

/** Time of the values of a running session, and beside it about when the session ends, so that nothing moves. */
export function LiveNote({ readingsAt, ends }: { readingsAt: string | null; ends?: string | null }) {
  const t = useTexts('driver')
  const format = useFormat()
  const now = useNow()
  return (
    <p className={css.small}>
      {readingsAt ? t('live.readAt', { time: format.time(readingsAt) }) : t('live.noReading')}
      {ends && `${readingsAt ? ' · ' : ' '}${t('live.ends', { time: format.clock(ends, now) })}`}
    </p>
  )
}
