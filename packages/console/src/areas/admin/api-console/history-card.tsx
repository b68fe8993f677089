import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Card } from '../../../ui/page/page.tsx'
import { ToneChip } from '../../../ui/state/state-chip.tsx'
import { Ago } from '../../../ui/time/moment.tsx'
import css from './api-console.module.css'
import type { PastCall } from './call-history.ts'

/** Requests sent from this device, to open them again. */
export function HistoryCard({
  history,
  onPick,
  onClear,
}: {
  history: readonly PastCall[]
  onPick: (past: PastCall) => void
  onClear: () => void
}) {
  const t = useTexts('api-console')
  return (
    <Card
      title={t('history.title')}
      pad={false}
      actions={
        history.length > 0 && (
          <Button small kind="quiet" onClick={onClear}>
            {t('ui.clear')}
          </Button>
        )
      }
    >
      {history.length === 0 ? (
        <p className={css.none}>{t('history.empty')}</p>
      ) : (
        <ul className={css.history} aria-label={t('history.title')}>
          {history.map((past) => (
            <li key={`${past.at} ${past.path}`}>
              <button type="button" onClick={() => onPick(past)}>
                <bdi className="mono">{past.path}</bdi>
                <ToneChip tone={past.status < 300 ? 'good' : past.status < 500 ? 'warn' : 'bad'}>
                  {past.status}
                </ToneChip>
                <small className="ellipsis">
                  {past.body === null ? (
                    t('history.withheld')
                  ) : (
                    <bdi className="mono">{oneLine(past.body)}</bdi>
                  )}
                </small>
                <small className={css.when}>
                  <Ago at={past.at} />
                </small>
              </button>
            </li>
          ))}
        </ul>
      )}
      <p className={css.note}>{t('history.stored')}</p>
    </Card>
  )
}

const oneLine = (body: string): string => body.replaceAll(/\s+/g, ' ').slice(0, 80)
