import { useState } from 'react'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Card, Stack } from '../../../ui/page/page.tsx'
import { PlainTable } from '../../../ui/table/plain-table.tsx'
import css from './dashboard.module.css'
import { type Hour, type Kind, rowsOf } from './activity-rows.ts'

/** API requests and events of the event log in the last 24 hours, by hour. */
export function ActivityChart({ hours }: { hours: readonly Hour[] }) {
  const t = useTexts('dashboard')
  const [isTable, setTable] = useState(false)
  return (
    <div id="activity">
      <Card
        title={t('activity.title')}
        actions={
          <Button small kind="quiet" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
            {t('activity.table')}
          </Button>
        }
      >
        {isTable ? (
          <HoursTable hours={hours} />
        ) : (
          <Stack gap={4}>
            <Bars label={t('activity.calls')} hours={hours} kinds={['calls', 'failedcalls']} />
            <Bars label={t('activity.events')} hours={hours} kinds={['messages', 'warnings', 'errors']} />
          </Stack>
        )}
      </Card>
    </div>
  )
}

/** Stacked bars; the title of a bar has the numbers of its hour, the table has all of them. */
function Bars({ label, hours, kinds }: { label: string; hours: readonly Hour[]; kinds: readonly Kind[] }) {
  const t = useTexts('dashboard')
  const format = useFormat()
  const { bars, maximum, totals } = rowsOf(hours, kinds)
  const legend = kinds.map((kind) => `${t(`activity.kinds.${kind}`)} ${format.number(totals[kind])}`)
  const wordsOf = (hour: Hour) =>
    [
      format.dateTime(hour.from),
      ...kinds.map((kind) => t('activity.value', { kind: t(`activity.kinds.${kind}`), count: hour[kind] })),
    ].join('\n')
  return (
    <figure className={css.chart}>
      <figcaption>
        <b>{label}</b>
        {kinds.map((kind, place) => (
          <span key={kind} data-kind={kind}>
            <i aria-hidden="true" />
            {legend[place]}
          </span>
        ))}
      </figcaption>
      <div className={css.plot}>
        {maximum > 0 && (
          <span className={css.most} aria-hidden="true">
            {format.number(maximum)}
          </span>
        )}
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the bars are elements, not an image file */}
        <div className={css.bars} role="img" aria-label={`${label}: ${legend.join(', ')}`}>
          {maximum === 0 && <span className={css.nothing}>{t('activity.nothing')}</span>}
          {(maximum === 0 ? [] : bars).map(({ hour, parts }) => (
            <div key={hour.from} className={css.bar} title={wordsOf(hour)}>
              {parts.map(({ kind, share }) => (
                <i key={kind} data-kind={kind} style={{ blockSize: `${share * 100}%` }} />
              ))}
            </div>
          ))}
        </div>
        <div className={css.hours} aria-hidden="true">
          {hours
            .filter((_, place) => place % 6 === 0)
            .map(({ from }) => (
              <span key={from}>{hourOf(format.tag, from)}</span>
            ))}
        </div>
      </div>
    </figure>
  )
}

const hourOf = (tag: string, from: string): string =>
  new Intl.DateTimeFormat(tag, { hour: '2-digit', minute: '2-digit' }).format(new Date(from))

const all: readonly Kind[] = ['calls', 'failedcalls', 'messages', 'warnings', 'errors']

function HoursTable({ hours }: { hours: readonly Hour[] }) {
  const t = useTexts('dashboard')
  const format = useFormat()
  return (
    <PlainTable
      label={t('activity.title')}
      titles={[t('activity.hour'), ...all.map((kind) => t(`activity.kinds.${kind}`))]}
      numbers
      maxHeight={320}
    >
      <tbody>
        {hours.toReversed().map((hour) => (
          <tr key={hour.from}>
            <th scope="row">{format.dateTime(hour.from)}</th>
            {all.map((kind) => (
              <td key={kind}>{format.number(hour[kind])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </PlainTable>
  )
}
