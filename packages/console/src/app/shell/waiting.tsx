import { useIsMutating } from '@tanstack/react-query'
import { useNavigation } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { useElapsed } from '../../ui/feedback/feedback.tsx'
import css from './waiting.module.css'

/**
 * Shows that a click is in progress if its own button does not: a line under the header while a page loads or
 * a change is sent, a text after one second, the elapsed time from five seconds on.
 */
export function Waiting() {
  const isLoading = useNavigation().state !== 'idle'
  const isSending = useIsMutating() > 0
  if (!isLoading && !isSending) return null
  return <Line key={String(isLoading)} isLoading={isLoading} />
}

function Line({ isLoading }: { isLoading: boolean }) {
  const t = useTexts()
  const format = useFormat()
  const seconds = useElapsed()
  const time = format.duration(seconds)
  const late = isLoading ? t('ui.stillLoading', { time }) : t('ui.stillSending', { time })
  const early = t(isLoading ? 'ui.loading' : 'ui.sending')
  return (
    <output className={css.waiting}>
      <i aria-hidden="true" />
      {seconds >= 1 && <span>{seconds >= 5 ? late : early}</span>}
    </output>
  )
}
