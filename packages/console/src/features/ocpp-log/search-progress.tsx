import { useFormat } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { Button } from '../../ui/buttons.tsx'
import { Empty } from '../../ui/feedback/feedback.tsx'
import css from './log.module.css'
import type { OcppLog } from './use-ocpp-log.ts'

/** Shown while a search has found nothing: how far it has come, and a button that stops or continues it. */
export function NothingSoFar({ log }: { log: OcppLog }) {
  const t = useTexts('log-search')
  return (
    <Empty
      title={t(log.search.isPaused ? 'none' : 'running')}
      lead={<Reached log={log} />}
      action={<SearchButton log={log} />}
    />
  )
}

/** Shown below the messages found while the search takes long, or after it has stopped. */
export function SearchProgress({ log }: { log: OcppLog }) {
  return (
    <div className={css.progress}>
      <Reached log={log} />
      <SearchButton log={log} />
    </div>
  )
}

function Reached({ log: { search, rows } }: { log: OcppLog }) {
  const t = useTexts('log-search')
  const format = useFormat()
  return (
    <output>
      {rows.length > 0 && <strong>{t('found', { count: rows.length })} </strong>}
      {search.until !== null && t('asFar', { time: format.dateTime(search.until) })}
    </output>
  )
}

/** One button, so that the focus stays where it is. */
function SearchButton({ log: { search, loadOlder } }: { log: OcppLog }) {
  const t = useTexts('log-search')
  return (
    <Button onClick={search.isPaused ? () => void loadOlder() : search.stop}>
      {t(search.isPaused ? 'further' : 'stop')}
    </Button>
  )
}
