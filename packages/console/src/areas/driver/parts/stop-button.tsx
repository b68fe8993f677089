import type { AnswerOf, driverChargeStop } from '@stationmaster/contract'
import { IconPlayerStopFilled } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../../lib/texts.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import css from './driver.module.css'

const focus = (button: HTMLButtonElement | null): void => button?.focus()

/** Asks once. "Keep charging" takes the place of the button, so that a double tap stops nothing. */
export function StopButton({
  request,
  hint,
}: {
  request: () => Promise<AnswerOf<typeof driverChargeStop>>
  /** Advice if the station does not stop; absent: that of drivers with a card. */
  hint?: string
}) {
  const t = useTexts('driver')
  const [isAsking, ask] = useState(false)
  const stop = useMutation({ mutationFn: request })
  const result = stop.data?.result
  const isStopping = stop.isPending || result === 'confirmed'
  return (
    <>
      {/* announced, because it is in the page before its text */}
      <output className={isStopping ? undefined : 'hidden-text'}>{isStopping && t('live.stopping')}</output>
      {(result === 'silent' || result === 'refused') && (
        <Notice tone="warn" alert>
          {hint ?? t(`live.${result}`)}
        </Notice>
      )}
      {stop.error && (
        <Notice tone="bad" alert>
          {stop.error.message}
        </Notice>
      )}
      {isAsking && (
        <button
          type="button"
          className={css.big}
          data-kind="stop"
          onClick={() => {
            ask(false)
            stop.mutate()
          }}
        >
          {t('live.stopNow')}
        </button>
      )}
      {isAsking ? (
        // the focus was on the button that it replaces
        <button type="button" className={css.big} ref={focus} onClick={() => ask(false)}>
          {t('live.keep')}
        </button>
      ) : (
        !isStopping && (
          <button type="button" className={css.big} data-kind="stop" onClick={() => ask(true)}>
            <IconPlayerStopFilled size={20} />
            {t('live.stop')}
          </button>
        )
      )}
    </>
  )
}
