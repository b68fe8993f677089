import { useLiveState } from '../lib/live.ts'
import { useTexts } from '../lib/texts.ts'
import { Tooltip } from './overlay/tooltip.tsx'
import css from './live-status.module.css'

/** State of the live connection in a word: Live, Reconnecting, Paused, Offline. On phones only as a dot. */
export function LiveStatus() {
  const t = useTexts()
  const state = useLiveState()
  return (
    <Tooltip label={t(`header.liveHint.${state}`)}>
      <output className={css.live} data-live={state}>
        <i aria-hidden="true" />
        <span className="phone-hidden">{t(`header.live.${state}`)}</span>
      </output>
    </Tooltip>
  )
}
