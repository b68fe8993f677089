import {
  type AnswerOf,
  guestChargeGet,
  guestChargeMail,
  guestChargeRelease,
  guestChargeStart,
  guestChargeStop,
} from '@stationmaster/contract'
import { IconFileTypePdf, IconLock, IconShare2 } from '@tabler/icons-react'
import { useMutation, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, Suspense, useId, useState } from 'react'
import { useParams } from 'react-router'
import { GuestSignedValues } from '../../../features/transactions/signed-values-part.ts'
import { call, isRefusal } from '../../../lib/call.ts'
import { useNow } from '../../../lib/clock.ts'
import { useFormat } from '../../../lib/format.ts'
import { endpointQuery, useEndpoint } from '../../../lib/query.ts'
import { randomId } from '../../../lib/random-id.ts'
import { StoredError } from '../../../lib/stored-error.tsx'
import { useTexts } from '../../../lib/texts.ts'
import { Announced } from '../../../ui/feedback/announced.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { StateGlyph } from '../../../ui/state/state-glyph.tsx'
import driver from '../parts/driver.module.css'
import { Figure } from '../parts/figure.tsx'
import { Help } from '../parts/help.tsx'
import { IdleNotice } from '../parts/idle-notice.tsx'
import { LiveNote } from '../parts/live-note.tsx'
import { Ring } from '../parts/ring.tsx'
import { shareAddress } from '../parts/share-address.ts'
import { Countdown, glyphs, Step } from '../parts/starting.tsx'
import { StopButton } from '../parts/stop-button.tsx'
import { ConnectorCard } from './connector-card.tsx'
import css from './guest.module.css'
import { GuestPage, Unavailable } from './guest-page.tsx'

type Charge = AnswerOf<typeof guestChargeGet>

/** Interval of reading the state: a late answer still changes it. */
const liveMs = 3_000
/** After the end the receipt follows, then nothing changes. */
const settledMs = 60_000

/** Returns the interval of reading a charge in ms; undefined for a link that is void. */
function intervalOf({ data: charge, error }: UseQueryResult<Charge>): number | undefined {
  if (isRefusal(error)) return undefined
  const hasMore = charge === undefined || charge.until === null || (charge.invoice && !charge.document)
  return hasMore ? liveMs : settledMs
}

/** The charge of a link: payment, start, live values, receipt. */
export default function GuestSession() {
  const t = useTexts('guest')
  const { secret = '' } = useParams()
  const [interval, setIntervalMs] = useState<number | undefined>(liveMs)
  const found = useEndpoint(guestChargeGet, { secret }, { refetchInterval: interval })
  if (interval !== intervalOf(found)) setIntervalMs(intervalOf(found))
  const charge = found.data
  if (!charge)
    return (
      <GuestPage title={t('session.title')} operator={null}>
        <Unavailable query={found} />
      </GuestPage>
    )
  const { phase } = charge
  const Page = phase === 'charging' ? Live : phase === 'ended' ? Receipt : Before
  return (
    <>
      <Page charge={charge} secret={secret} />
      <PhaseAnnounced phase={phase} />
    </>
  )
}

/** Announces that the station has started or ended the session; the phases before announce themselves. */
function PhaseAnnounced({ phase }: Pick<Charge, 'phase'>) {
  const t = useTexts('guest')
  return <Announced text={phase === 'charging' || phase === 'ended' ? t(`before.lead.${phase}`) : ''} />
}

interface Shown {
  charge: Charge
  secret: string
}

/** Returns a mutation whose answer is the new state of the charge. */
function useChange(secret: string, change: () => Promise<Charge>) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (charge) => cache.setQueryData(endpointQuery(guestChargeGet, { secret }).queryKey, charge),
  })
}

const failed = ['refused', 'card_refused', 'silent', 'timed_out', 'not_sent'] as const
const glyphOf = {
  ...glyphs,
  unpaid: 'reserved',
  not_paid: 'unavailable',
  reserved: 'preparing',
  released: 'finishing',
} as const

/** Payment and start, and what the guest can do if one of them failed. */
function Before({ charge, secret }: Shown) {
  const t = useTexts('guest')
  const format = useFormat()
  const { phase, reason, connectorno: no, operator, checkouturl, reserved, currency, phone } = charge
  // one key per page: a second tap starts nothing again
  const [key, setKey] = useState(randomId)
  const again = useChange(secret, async () => {
    const started = await call(guestChargeStart, { secret, id: key })
    setKey(randomId())
    return started
  })
  const release = useChange(secret, () => call(guestChargeRelease, { secret }))
  const hasFailed = failed.some((one) => one === phase)
  const isEnded = phase === 'not_paid' || phase === 'released'
  const error = again.error ?? release.error
  const amount = format.money(reserved, currency)
  return (
    <GuestPage
      title={t('session.at', { no, place: charge.placelabel })}
      operator={operator}
      action={
        <>
          {error && (
            <Notice tone="bad" alert>
              {error.message}
            </Notice>
          )}
          {phase === 'unpaid' && checkouturl !== null && (
            <a className={driver.big} data-kind="primary" href={checkouturl}>
              <IconLock size={22} />
              {t('pay.pay')}
            </a>
          )}
          {hasFailed && (
            <button
              type="button"
              className={driver.big}
              data-kind="primary"
              disabled={again.isPending}
              onClick={() => again.mutate()}
            >
              {t('before.again')}
            </button>
          )}
          {!isEnded && (
            <button
              type="button"
              className={driver.big}
              disabled={release.isPending}
              onClick={() => release.mutate()}
            >
              {phase === 'unpaid' ? t('ui.cancel') : t('before.release')}
            </button>
          )}
        </>
      }
    >
      <div className={driver.centre} role={hasFailed || isEnded ? 'alert' : 'status'}>
        <span className={driver.state} data-state={glyphOf[phase]}>
          <StateGlyph state={glyphOf[phase]} size={72} />
        </span>
        <h2>{t(`before.title.${phase}`)}</h2>
        <p>{t(`before.lead.${phase}`, { no, amount })}</p>
        {hasFailed && reason !== null && (
          <p>
            <Suspense>
              <StoredError code={reason} params={null} message={null} />
            </Suspense>
          </p>
        )}
      </div>
      {charge.deadline !== null && phase === 'plug_in' && <Countdown until={charge.deadline} />}
      {!isEnded && (
        <ol className={`${driver.card} ${driver.steps}`}>
          <Step
            isDone={phase !== 'unpaid'}
            isNow={phase === 'unpaid'}
            text={t('before.reserve', { amount })}
          />
          <Step
            isDone={charge.answered !== null}
            isNow={phase === 'asking' || phase === 'reserved'}
            text={t('before.sent')}
          />
          <Step
            isDone={charge.state === 'preparing'}
            isNow={phase === 'plug_in'}
            text={t('before.plug', { no })}
          />
          <Step isDone={false} isNow={false} text={t('before.starts')} />
        </ol>
      )}
      <ConnectorCard place={charge} />
      {phone !== null && <Help phone={phone} />}
    </GuestPage>
  )
}

function Live({ charge, secret }: Shown) {
  const t = useTexts('guest')
  const d = useTexts('driver')
  const format = useFormat()
  const now = useNow('second')
  const { cost, currency, reserved, energy, charging, soc, started, readingsat, phone } = charge
  return (
    <GuestPage
      title={t('session.at', { no: charge.connectorno, place: charge.placelabel })}
      operator={charge.operator}
      action={
        <StopButton
          request={() => call(guestChargeStop, { secret }, { limitMs: 90_000 })}
          hint={t('live.notStopped')}
        />
      }
    >
      <IdleNotice fee={charge.idlefee} currency={currency} />
      <Ring share={cost === null ? 0 : Number(cost) / Number(reserved)}>
        <span className={driver.state} data-state="charging">
          {d('live.charging')}
        </span>
        <span className={driver.huge}>{cost === null ? '–' : format.money(cost, currency)}</span>
        <span>{t('live.ofReserved', { amount: format.money(reserved, currency) })}</span>
      </Ring>
      <div className={`${driver.card} ${driver.figures}`}>
        <Figure label={d('live.energy')} value={format.energy(energy)} />
        <Figure label={t('live.power')} value={charging === null ? '–' : format.power(charging)} />
        <Figure
          label={d('live.time')}
          value={format.duration(started === null ? null : (now - Date.parse(started)) / 1_000)}
        />
        {soc !== null && <Figure label={t('live.soc')} value={format.percent(soc)} />}
      </div>
      <LiveNote readingsAt={readingsat} ends={charge.ends} />
      <p className={driver.small}>{t('pay.reservedOnly')}</p>
      <KeepLink charge={charge} secret={secret} />
      {phone !== null && <Help phone={phone} />}
    </GuestPage>
  )
}

function Receipt({ charge, secret }: Shown) {
  const t = useTexts('guest')
  const d = useTexts('driver')
  const format = useFormat()
  const { cost, captured, currency, reserved, energy, started, stopped, until, isreleased, trial } = charge
  const money = (amount: string) => format.money(amount, currency)
  const isFree = until !== null && captured === null && isreleased
  return (
    <GuestPage
      title={d('receipt.title')}
      operator={charge.operator}
      action={
        charge.document !== null && (
          <a className={driver.big} data-kind="primary" href={charge.document}>
            <IconFileTypePdf size={22} />
            {t('receipt.pdf')}
          </a>
        )
      }
    >
      <IdleNotice fee={charge.idlefee} currency={currency} />
      <div className={driver.centre}>
        {charge.idlefee !== null && <p>{d('live.cost')}</p>}
        <span className={driver.huge}>{cost === null ? d('receipt.waiting') : money(captured ?? cost)}</span>
        <p>{t('session.at', { no: charge.connectorno, place: charge.placelabel })}</p>
        <p>{format.range(started, stopped)}</p>
      </div>
      {trial && <Notice tone="calm">{t('receipt.trial')}</Notice>}
      <section className={driver.card}>
        <dl className={css.facts}>
          <Row label={d('live.energy')}>{format.energy(energy)}</Row>
          <Row label={d('live.time')}>
            {format.duration(
              started === null || stopped === null
                ? null
                : (Date.parse(stopped) - Date.parse(started)) / 1_000,
            )}
          </Row>
          <Row label={t('receipt.reserved')}>{money(reserved)}</Row>
          <Row label={t('receipt.captured')}>
            {captured === null ? (isFree ? money('0') : t('receipt.pending')) : money(captured)}
          </Row>
          <Row label={t('receipt.rest')}>
            {t(isreleased ? 'receipt.released' : captured === null ? 'receipt.pending' : 'receipt.usedUp')}
          </Row>
          {charge.invoice !== null && <Row label={t('receipt.invoice')}>{charge.invoice}</Row>}
          {charge.evseid !== null && <Row label={t('receipt.evse')}>{charge.evseid}</Row>}
        </dl>
      </section>
      {charge.signed > 0 && (
        <Suspense>
          <GuestSignedValues count={charge.signed} secret={secret} />
        </Suspense>
      )}
      <KeepLink charge={charge} secret={secret} />
      {charge.phone !== null && <Help phone={charge.phone} />}
    </GuestPage>
  )
}

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

/** The link is all that the guest has: it can be shared, copied and sent by email. */
function KeepLink({ charge, secret }: Shown) {
  const t = useTexts('guest')
  const format = useFormat()
  const [email, setEmail] = useState('')
  const field = useId()
  const mail = useChange(secret, () => call(guestChargeMail, { secret, email: email.trim() }))
  const { until, placelabel } = charge
  return (
    <section className={driver.card}>
      <h2>{t('keep.title')}</h2>
      <p className={driver.small}>
        {until === null ? t('keep.lead') : t('keep.until', { date: format.date(until) })}
      </p>
      <form
        className={driver.field}
        onSubmit={(event) => {
          event.preventDefault()
          mail.mutate()
        }}
      >
        <label htmlFor={field}>{t('pay.email')}</label>
        <input
          id={field}
          type="email"
          required
          autoComplete="email"
          maxLength={254}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        {mail.error && (
          <Notice tone="bad" alert>
            {mail.error.message}
          </Notice>
        )}
        {mail.isSuccess && (
          <Notice tone="good" alert>
            {t('keep.sent')}
          </Notice>
        )}
        <div className={driver.row}>
          <button type="submit" className={driver.big} disabled={mail.isPending}>
            {t('keep.send')}
          </button>
          <button
            type="button"
            className={driver.big}
            onClick={() => void shareAddress(placelabel, t('keep.copied'))}
          >
            <IconShare2 size={22} />
            {t('keep.share')}
          </button>
        </div>
      </form>
    </section>
  )
}
