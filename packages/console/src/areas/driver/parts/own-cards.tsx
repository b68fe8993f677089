import { type AnswerOf, cardList, methodRun } from '@stationmaster/contract'
import { IconBan, IconCircleCheck, IconPlus } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { AuthorizationStatusChip, CardType } from '../../../features/cards/card-columns.tsx'
import { call } from '../../../lib/call.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { toast, toastUndo } from '../../../lib/toasts.ts'
import { showFailure } from '../../../ui/feedback/failed.ts'
import { ToneChip } from '../../../ui/state/state-chip.tsx'
import { Ago } from '../../../ui/time/moment.tsx'
import css from './driver.module.css'
import { ExpectedRows } from './expected-rows.tsx'
import { useSavedOffline } from './use-saved-offline.ts'

type OwnCard = AnswerOf<typeof cardList>[number]

const maxCards = 20
/** Heights of a card, of the gap between two, and of the text where there is none. */
const heights = { row: 131, gap: 12, none: 96 }

const AddCard = lazy(async () => ({ default: (await import('./add-card.tsx')).AddCard }))

/** Cards of the driver, with blocking and a form that adds one. */
export function OwnCards({ operator }: { operator: string }) {
  const t = useTexts('driver-data')
  const words = useTexts('driver')
  const [isAdding, setAdding] = useState(false)
  const cards = useEndpoint(cardList, { reclimit: maxCards }, { hints: ['card.changed'] })
  useSavedOffline('cards', cards.data ?? null, ({ name, label, code }) => ({
    title: name ?? label ?? words('start.card'),
    facts: `·· ${code.slice(-4)}. ${words('lost.cardLead')}`,
  }))
  return (
    <section>
      <div className={css.line}>
        <h2 className={css.section}>{words('cards')}</h2>
        <button type="button" className={css.quiet} onClick={() => setAdding(true)}>
          <IconPlus size={20} />
          {t('addCard')}
        </button>
      </div>
      {!cards.data ? (
        <ExpectedRows list="cards" most={maxCards} heights={heights} query={cards} />
      ) : cards.data.length === 0 ? (
        <div className={css.card}>
          <b>{words('noCards')}</b>
          <p className={css.small}>{t('noCardsLead', { operator })}</p>
        </div>
      ) : (
        <ul className={css.plastic} aria-label={words('cards')}>
          {cards.data.map((card) => (
            <OneCard key={card.id} card={card} />
          ))}
        </ul>
      )}
      <Suspense>{isAdding && <AddCard onClose={() => setAdding(false)} />}</Suspense>
    </section>
  )
}

function OneCard({ card }: { card: OwnCard }) {
  const t = useTexts('driver-data')
  const words = useTexts('driver')
  const { code, statecode, typecode, lastused, methods } = card
  const digits = `·· ${code.slice(-4)}`
  const run = useRun(card)
  return (
    <li data-blocked={card.verdict !== 'Accepted' || undefined}>
      <div className={css.line}>
        <b>
          <bdi>{card.name ?? card.label ?? words('start.card')}</bdi>
        </b>
        {statecode === 'created' ? (
          <ToneChip tone="warn">{t('waiting')}</ToneChip>
        ) : (
          <AuthorizationStatusChip card={card} />
        )}
      </div>
      <div className={css.facts}>
        <span>
          <CardType code={typecode} /> <bdi className="mono">{digits}</bdi>
        </span>
        {lastused !== null && (
          <span>
            {t('lastUsed')} <Ago at={lastused} />
          </span>
        )}
      </div>
      {'report_lost' in methods && (
        <button
          type="button"
          className={css.quiet}
          aria-label={t('blockCard', { code: digits })}
          disabled={run.isPending}
          onClick={() => run.mutate('report_lost')}
        >
          <IconBan size={20} />
          {t('block')}
        </button>
      )}
      {'enable' in methods && (
        <button
          type="button"
          className={css.quiet}
          aria-label={t('unblockCard', { code: digits })}
          disabled={run.isPending}
          onClick={() => run.mutate('enable')}
        >
          <IconCircleCheck size={20} />
          {t('unblock')}
        </button>
      )}
    </li>
  )
}

/** Blocks a card without a question, because a lost card is urgent; it can be undone for eight seconds, and later here. */
function useRun({ id }: OwnCard) {
  const t = useTexts('driver-data')
  const queries = useQueryClient()
  const send = (code: 'report_lost' | 'enable') => call(methodRun, { id, code })
  const fail = (error: unknown) => showFailure(error, t('ui.actionFailed'))
  const reload = () => queries.invalidateQueries({ queryKey: ['Cards'] })
  return useMutation({
    mutationFn: send,
    onSuccess: async (_, code) => {
      if (code === 'report_lost') toastUndo(t('blocked'), () => void send('enable').then(reload).catch(fail))
      else toast(t('unblocked'))
      await reload()
    },
    onError: fail,
  })
}
