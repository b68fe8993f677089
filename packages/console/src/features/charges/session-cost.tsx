import { type AnswerOf, methodRun, sessionCost, sessionRate } from '@stationmaster/contract'
import { useState } from 'react'
import { useMay } from '../../lib/access.ts'
import { useFormat } from '../../lib/format.ts'
import { useEndpoint } from '../../lib/query.ts'
import { useTexts } from '../../lib/texts.ts'
import { useChange } from '../../lib/use-change.ts'
import { Button } from '../../ui/buttons.tsx'
import { Unloaded } from '../../ui/feedback/feedback.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Card, Row, Stack } from '../../ui/page/page.tsx'
import css from './charges.module.css'
import { useQuantity } from './use-quantity.ts'
import { WhyDrawer } from './why-drawer.tsx'

type Cost = AnswerOf<typeof sessionCost>

/** The cost of a session: its charges, total and tax, and the state of its price. */
export function SessionCost({ id, number }: { id: string; number: number }) {
  const t = useTexts('charges')
  const format = useFormat()
  const [isOpen, open] = useState(false)
  const found = useEndpoint(
    sessionCost,
    { id },
    {
      hints: ['charge.changed', 'cost.changed', 'transaction.changed', 'transaction.stopped'],
      keepPrevious: true,
    },
  )
  const cost = found.data
  if (cost && cost.pricestate === null && cost.proposal === null) return null
  const rating = cost?.rating ?? null
  return (
    <Card
      title={t('title')}
      pad={false}
      actions={
        rating !== null && (
          <Button kind="quiet" small onClick={() => open(true)}>
            {t('why')}
          </Button>
        )
      }
    >
      {cost ? <CostBody cost={cost} /> : <Unloaded query={found} rows={3} />}
      {isOpen && cost && rating !== null && (
        <WhyDrawer
          amount={cost.currency === null ? t('title') : format.money(cost.cost, cost.currency)}
          rating={rating}
          number={number}
          onClose={() => open(false)}
        />
      )}
    </Card>
  )
}

function CostBody({ cost }: { cost: Cost }) {
  const t = useTexts('charges')
  const { pricestate, holdreason, proposal, lines, currency, sofar } = cost
  return (
    <>
      {currency !== null && (
        <ul className={css.lines}>
          {lines.map((line) => (
            <Line key={`${line.servicecode} ${line.taxrate}`} line={line} currency={currency} />
          ))}
          <li>
            <div>
              {t(sofar ? 'totalSoFar' : 'total')}
              <Tax cost={cost} currency={currency} />
            </div>
            <Money amount={cost.taxincluded ? cost.cost : cost.net} currency={currency} />
          </li>
        </ul>
      )}
      <div className={css.notes}>
        <Stack gap={2}>
          {pricestate === 'waiting' && <p className="muted">{t(sofar ? 'waitingForRelease' : 'waiting')}</p>}
          {pricestate === 'failed' && (
            <Notice tone="warn" action={<RateAgain id={cost.id} />}>
              {t('failed')} {cost.error}
            </Notice>
          )}
          {holdreason !== null && (
            <Notice
              tone="calm"
              action={pricestate === 'held' && holdreason === 'no_client' && <RateAgain id={cost.id} />}
            >
              {t(`held.${holdreason}`)}
            </Notice>
          )}
          {proposal && currency !== null && <Proposal proposal={proposal} currency={currency} />}
        </Stack>
      </div>
    </>
  )
}

/** An amount of the API in its currency. */
function Money({ amount, currency }: { amount: string | null; currency: string }) {
  return <span className="figure">{useFormat().money(amount, currency)}</span>
}

function Line({ line, currency }: { line: Cost['lines'][number]; currency: string }) {
  const t = useTexts('charges')
  const { describe } = useQuantity(currency)
  return (
    <li>
      <div>
        {t(`services.${line.servicecode}`)}
        <span className="muted">{describe(line)}</span>
      </div>
      <Money amount={line.amount} currency={currency} />
    </li>
  )
}

function Tax({ cost: { tax, cost, taxincluded }, currency }: { cost: Cost; currency: string }) {
  const t = useTexts('charges')
  const format = useFormat()
  if (tax === null) return null
  const amounts = { tax: format.money(tax, currency), gross: format.money(cost, currency) }
  return <span className="muted">{t(taxincluded ? 'includesTax' : 'plusTax', amounts)}</span>
}

function RateAgain({ id }: { id: string }) {
  const t = useTexts('charges')
  const rate = useChange(sessionRate, { done: t('rateAsked') })
  if (!useMay()(sessionRate, { id })) return null
  return (
    <Button small loading={rate.isPending} onClick={() => rate.mutate({ id })}>
      {t('rate')}
    </Button>
  )
}

function Proposal({ proposal, currency }: { proposal: NonNullable<Cost['proposal']>; currency: string }) {
  const t = useTexts('charges')
  const format = useFormat()
  const decide = useChange(methodRun, {
    subject: sessionCost.subject,
    done: (_, { code }) => t(code === 'approve' ? 'proposal.approved' : 'proposal.rejected'),
  })
  const { charge } = proposal
  return (
    <Notice tone="warn">
      <Stack gap={2}>
        <p>{t('proposal.lead', { cost: format.money(proposal.cost, currency) })}</p>
        {charge !== null && (
          <Row>
            {(['approve', 'reject'] as const).map((code) => (
              <Button
                key={code}
                small
                loading={decide.isPending && decide.variables.code === code}
                onClick={() => decide.mutate({ id: charge, code })}
              >
                {t(`proposal.${code}`)}
              </Button>
            ))}
          </Row>
        )}
      </Stack>
    </Notice>
  )
}
