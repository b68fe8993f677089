import {
  type AnswerOf,
  bulkItemList,
  type BulkItemState,
  bulkRunCancel,
  bulkRunGet,
  bulkRunStart,
  retriedStates,
} from '@stationmaster/contract'
import { Suspense, useRef } from 'react'
import { useEndpoint } from '../../lib/query.ts'
import { StoredError } from '../../lib/stored-error.tsx'
import { useTexts } from '../../lib/texts.ts'
import { useChange } from '../../lib/use-change.ts'
import { Button } from '../../ui/buttons.tsx'
import { RowList } from '../../ui/data/row-list.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { Failure, Unloaded } from '../../ui/feedback/feedback.tsx'
import { Stack } from '../../ui/page/page.tsx'
import { type Tone, ToneChip } from '../../ui/state/state-chip.tsx'
import css from './bulk.module.css'
import { RunDetails, useRunWords } from './run-details.tsx'

const hints = ['bulk.changed'] as const
/** Objects shown at the same time: those that need attention first. */
const maxShown = 200

const tones: Record<BulkItemState, Tone> = {
  waiting: 'calm',
  running: 'busy',
  accepted: 'good',
  rejected: 'bad',
  offline: 'bad',
  forbidden: 'bad',
  timeout: 'bad',
  failed: 'bad',
  cancelled: 'calm',
}

type Item = AnswerOf<typeof bulkItemList>[number]

/**
 * Returns the objects to show. An object can fail between the two requests and be in both answers: its failure counts,
 * as no result changes any more.
 */
function failuresFirst(failed: readonly Item[] = [], others: readonly Item[] = []): Item[] {
  const ids = new Set(failed.map(({ id }) => id))
  return [...failed, ...others.filter(({ id }) => !ids.has(id))].slice(0, maxShown)
}

/** Progress and results of a run: its failures with their reasons, cancellation of the rest, retry of the failures. */
export function BulkResult({
  id,
  onRetry,
  onClose,
}: {
  id: string
  onRetry: (run: string) => void
  onClose: () => void
}) {
  const t = useTexts('maintenance')
  const found = useEndpoint(bulkRunGet, { id }, { hints, keepPrevious: true })
  const failed = useEndpoint(
    bulkItemList,
    { filter: { runid: id, statecode: [...retriedStates] }, reclimit: maxShown },
    { hints, keepPrevious: true },
  )
  const others = useEndpoint(
    bulkItemList,
    { filter: { runid: id, statecode: ['waiting', 'running', 'accepted'] }, reclimit: maxShown },
    { hints, keepPrevious: true },
  )
  const close = useRef<HTMLButtonElement>(null)
  // The button that was pressed disappears: the focus remains in the window.
  const focusClose = (): void => close.current?.focus()
  const cancel = useChange(bulkRunCancel, { done: null, onSaved: focusClose })
  const retry = useChange(bulkRunStart, {
    done: null,
    onSaved: (started) => {
      focusClose()
      onRetry(started.id)
    },
  })
  const words = useRunWords()
  const run = found.data
  const isRunning = run !== undefined && run.finished === null
  const again = (): void => {
    if (!run) return
    const { classcode, action, params } = run
    // A class of a stored run is one that runs can have.
    retry.mutate({ classcode: classcode as 'card', action, params, retryof: run.id })
  }
  const title = run ? words.title(run) : t('bulk.run')
  return (
    <Dialog
      wide
      title={title}
      onClose={onClose}
      footer={
        <>
          {isRunning && run.statecode === 'running' && run.maycancel && (
            <Button loading={cancel.isPending} onClick={() => cancel.mutate({ id })}>
              {t('bulk.cancelRest')}
            </Button>
          )}
          {run && !isRunning && run.failed > 0 && (
            <Button loading={retry.isPending} onClick={again}>
              {t('bulk.retry', { count: run.failed })}
            </Button>
          )}
          <Button kind="primary" ref={close} onClick={onClose}>
            {t('ui.close')}
          </Button>
        </>
      }
    >
      <Stack>
        {!run && <Unloaded small query={found} rows={4} />}
        {(cancel.error ?? retry.error) && <Failure small error={cancel.error ?? retry.error} />}
        {run && (
          <>
            <p className={`muted ${css.details}`}>
              <RunDetails run={run} />
            </p>
            <progress
              className={css.progress}
              max={run.total}
              value={run.total - run.open}
              aria-label={title}
            />
            <p aria-live={isRunning ? 'off' : 'polite'}>{words.summary(run)}</p>
            {isRunning && <p className="muted">{t('bulk.continues')}</p>}
          </>
        )}
        <RowList label={t('bulk.results')}>
          {failuresFirst(failed.data, others.data).map((item) => (
            <Result key={item.id} item={item} />
          ))}
        </RowList>
        {run && run.total > maxShown && <p className="muted">{t('bulk.firstShown', { count: maxShown })}</p>}
      </Stack>
    </Dialog>
  )
}

function Result({ item }: { item: Item }) {
  const t = useTexts('maintenance')
  const { messagecode: code, messageparams: params, message, status } = item
  return (
    <li>
      <div>
        <bdi className="mono">{item.label}</bdi>
        {message !== null && (
          <small className="muted">
            <Suspense>
              <StoredError code={code} params={params} message={message} />
            </Suspense>
          </small>
        )}
      </div>
      <ToneChip tone={tones[item.statecode]}>
        {[
          t(`bulk.states.${item.statecode}`),
          status !== null && status.toLowerCase() !== item.statecode && status,
        ]
          .filter(Boolean)
          .join(' · ')}
      </ToneChip>
    </li>
  )
}
