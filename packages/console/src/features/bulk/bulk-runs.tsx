import { bulkRunList } from '@stationmaster/contract'
import { useEndpoint } from '../../lib/query.ts'
import { useTexts } from '../../lib/texts.ts'
import { Button } from '../../ui/buttons.tsx'
import { RowList } from '../../ui/data/row-list.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { Unloaded } from '../../ui/feedback/feedback.tsx'
import { RunDetails, useRunWords } from './run-details.tsx'

const hints = ['bulk.changed'] as const
/** Finished runs that the server keeps, and those in progress. */
const maxShown = 60

/** The last runs of all classes; opens the results of one. */
export function BulkRuns({ onOpen, onClose }: { onOpen: (run: string) => void; onClose: () => void }) {
  const t = useTexts('maintenance')
  const words = useRunWords()
  const runs = useEndpoint(bulkRunList, { reclimit: maxShown }, { hints, keepPrevious: true })
  return (
    <Dialog wide title={t('bulk.lastRuns')} onClose={onClose}>
      {!runs.data && <Unloaded small query={runs} rows={6} />}
      {runs.data?.length === 0 && <p className="muted">{t('bulk.noRuns')}</p>}
      <RowList label={t('bulk.lastRuns')}>
        {runs.data?.map((run) => {
          const name = `${words.title(run)} · ${t(`bulk.counts.${run.classcode}` as 'bulk.counts.card', { count: run.total })}`
          return (
            <li key={run.id}>
              <div>
                <b>{name}</b>
                <small>{words.summary(run)}</small>
                <small className="muted">
                  <RunDetails run={run} />
                </small>
              </div>
              <Button small aria-label={`${t('bulk.results')}: ${name}`} onClick={() => onOpen(run.id)}>
                {t('bulk.results')}
              </Button>
            </li>
          )
        })}
      </RowList>
    </Dialog>
  )
}
