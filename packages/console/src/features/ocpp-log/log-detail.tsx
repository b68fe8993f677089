import { IconHelpCircle } from '@tabler/icons-react'
import { useLocation } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { addressOf } from '../../lib/screen.ts'
import { useTermWord } from '../../lib/term-words.ts'
import { useTexts } from '../../lib/texts.ts'
import { LinkButton } from '../../ui/buttons.tsx'
import { CodeBlock } from '../../ui/data/code-block.tsx'
import { CopyButton, Identity } from '../../ui/data/copy.tsx'
import { Term } from '../../ui/data/term.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Row } from '../../ui/page/page.tsx'
import { type Sample, samplesIn, termsIn } from './log-summary.ts'
import type { LogRow } from './log-window.ts'
import css from './log.module.css'
import type { Explanation } from './why.ts'

/** One message in full: why it failed, request and response side by side, its id and its link. */
export function LogDetail({
  row,
  identity,
  name,
  explanation,
}: {
  row: LogRow
  identity: string
  /** Name of the station in the address. */
  name: string
  explanation: Explanation | null
}) {
  const t = useTexts('station')
  const format = useFormat()
  const isOut = row.direction === 'out'
  return (
    <div className={css.message}>
      {explanation && <WhyNotice explanation={explanation} name={name} />}
      <InWords row={row} />
      <div className={css.payloads}>
        <Payload label={t('log.request')} text={row.request} />
        <Payload label={t('log.response')} text={row.response} />
      </div>
      <div className={css.facts}>
        <span>{t(isOut ? 'log.sentByUs' : 'log.sentByStation', { identity })}</span>
        <time dateTime={row.datetime}>{format.exact(row.datetime)}</time>
        {row.repeats > 1 && <span>{t('log.repeats', { count: row.repeats })}</span>}
        {row.messageid !== null && (
          <span>
            {t('log.messageId')} <Identity value={row.messageid} copy />
          </span>
        )}
        <Row end>
          <MessageLink id={row.id} />
          {isOut && row.action !== 'Disconnect' && (
            <LinkButton small to={addressOf('/ocpp/command', [name, row.action])}>
              {t('log.sendAgain')}
            </LinkButton>
          )}
        </Row>
      </div>
    </div>
  )
}

/** Shows the values of OCPP in a message in words, each with its term. */
function InWords({ row }: { row: LogRow }) {
  const t = useTexts('station')
  const word = useTermWord()
  const code = row.errorcode === null ? [] : [{ member: 'callError', value: row.errorcode }]
  const terms = [
    ...termsIn(row.request, word),
    ...termsIn(row.response, word),
    ...code.filter(({ member, value }) => word(member, value) !== value),
  ]
  const samples = samplesIn(row.request)
  if (terms.length + samples.length === 0) return null
  return (
    <div className={css.words}>
      <p className={css.label}>{t('log.inWords')}</p>
      <ul>
        {terms.map(({ member, value }, at) => (
          <li key={at}>
            {member !== 'callError' && <bdi className="mono muted">{member}</bdi>}{' '}
            <Term member={member} value={value} />
          </li>
        ))}
        {samples.map((sample, at) => (
          <li key={`sample ${at}`}>
            <SampleWords sample={sample} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** One meter value: measurand, phase, value with its unit, place and occasion. */
function SampleWords({ sample }: { sample: Sample }) {
  const word = useTermWord()
  const format = useFormat()
  const { measurand, phase, location, context, unit, value } = sample
  const number = value.trim() === '' ? Number.NaN : Number(value)
  const digits = Math.min(3, value.split('.')[1]?.length ?? 0)
  const shown = Number.isFinite(number) ? format.number(number, digits) : null
  const about = [
    phase && word('phase', phase),
    location && word('location', location),
    context && word('context', context),
  ].filter(Boolean)
  return (
    <>
      <Term member="measurand" value={measurand} />{' '}
      {shown !== null && (
        <b className="figure">
          {shown}
          {unit && `\u00a0${word('unit', unit)}`}
        </b>
      )}{' '}
      {about.length > 0 && <span className="muted">{about.join(' · ')}</span>}
    </>
  )
}

function WhyNotice({ explanation, name }: { explanation: Explanation; name: string }) {
  const t = useTexts('station')
  return (
    <Notice
      tone={explanation.kind === 'failed' ? 'bad' : 'warn'}
      icon={<IconHelpCircle size={18} />}
      action={
        explanation.why === 'subprotocolMissing' && (
          <LinkButton small to={addressOf('/crm/station', [name, 'link'])}>
            {t('subprotocol.allow')}
          </LinkButton>
        )
      }
    >
      <b>{t(explanation.kind === 'failed' ? 'log.whyFailed' : 'log.whyRefused')}</b>
      {explanation.description && (
        <p>
          <q dir="auto">{explanation.description}</q>
        </p>
      )}
      <p>{t(`why.${explanation.why}`)}</p>
    </Notice>
  )
}

function Payload({ label, text }: { label: string; text: string | null }) {
  const t = useTexts('station')
  return (
    <div className={css.payload}>
      <p className={css.label}>{label}</p>
      {text === null ? <p className="muted">{t('log.nothing')}</p> : <CodeBlock label={label} value={text} />}
    </div>
  )
}

/** Link to this message, for sharing. */
function MessageLink({ id }: { id: string }) {
  const t = useTexts('station')
  const { pathname } = useLocation()
  return (
    <span className={css.link}>
      {t('log.link')}
      <CopyButton
        small
        label={t('log.copyLink')}
        value={`${window.location.origin}${pathname}?msg=${encodeURIComponent(id)}`}
      />
    </span>
  )
}
