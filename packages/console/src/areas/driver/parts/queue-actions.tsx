import {
  type AnswerOf,
  driverQueueBack,
  driverQueueGet,
  driverQueueJoin,
  driverQueueLeave,
} from '@stationmaster/contract'
import { useMutation } from '@tanstack/react-query'
import { IconArrowsSort, IconClockPlus, IconX } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { call } from '../../../lib/call.ts'
import { keyOf, queries } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import css from './driver.module.css'

/** Shows the place that a change returned, without another request. */
export const show = (answer: AnswerOf<typeof driverQueueGet>) =>
  queries.setQueryData([...keyOf(driverQueueGet), {}], answer)

export const Failed = ({ error }: { error: Error | null }) =>
  error && (
    <Notice tone="bad" alert>
      {error.message}
    </Notice>
  )

/** Joins the queue of a place and shows it. */
export function JoinQueue({ place, word }: { place: string; word: string }) {
  const navigate = useNavigate()
  const join = useMutation({
    mutationFn: () => call(driverQueueJoin, { id: place }),
    onSuccess: (answer) => {
      show(answer)
      void navigate(addressOf('/driver/queue'))
    },
  })
  return (
    <>
      <Failed error={join.error} />
      <button
        type="button"
        className={css.big}
        data-kind="primary"
        disabled={join.isPending}
        onClick={() => join.mutate()}
      >
        <IconClockPlus size={22} />
        {word}
      </button>
    </>
  )
}

/** Leaves the queue, or passes the turn on. */
export function LeaveQueue({ word, hasIcon = false }: { word: string; hasIcon?: boolean }) {
  const leave = useMutation({ mutationFn: () => call(driverQueueLeave, {}), onSuccess: show })
  return (
    <>
      <Failed error={leave.error} />
      <button type="button" className={css.big} disabled={leave.isPending} onClick={() => leave.mutate()}>
        {hasIcon && <IconX size={22} />}
        {word}
      </button>
    </>
  )
}

/** Lets the next driver go first, and leaves the queue. */
export function WaitingActions({ canMoveBack }: { canMoveBack: boolean }) {
  const t = useTexts('driver')
  const back = useMutation({ mutationFn: () => call(driverQueueBack, {}), onSuccess: show })
  return (
    <>
      <Failed error={back.error} />
      <div className={css.row}>
        {canMoveBack && (
          <button type="button" className={css.big} disabled={back.isPending} onClick={() => back.mutate()}>
            <IconArrowsSort size={22} />
            {t('queue.back')}
          </button>
        )}
        <LeaveQueue word={t('queue.leave')} hasIcon />
      </div>
    </>
  )
}
