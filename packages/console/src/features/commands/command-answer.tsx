import { IconLock } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { Button } from '../../ui/buttons.tsx'
import { CodeBlock } from '../../ui/data/code-block.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { type AnswerShape, shapeOf } from './answer-shape.ts'
import css from './commands.module.css'
import type { Command } from './queries.ts'

const maxHeight = 420

/** Shows the response of the station: long lists as a table, and always the raw JSON. */
export function CommandAnswer({ command: { action, response } }: { command: Command }) {
  const t = useTexts('ocpp')
  const shape = useMemo(() => shapeOf(action, response), [action, response])
  const [isRaw, setRaw] = useState(false)
  const sent = <CodeBlock value={response} label={t('command.result')} maxHeight={380} />
  if (shape === null) return sent
  return (
    <>
      {isRaw ? sent : shape.kind === 'keys' ? <Keys shape={shape} /> : <Schedule shape={shape} />}
      <div className={css.tools}>
        <Button small onClick={() => setRaw(!isRaw)}>
          {t(isRaw ? 'command.asTable' : 'command.asSent')}
        </Button>
      </div>
    </>
  )
}

function Keys({ shape: { keys, unknown } }: { shape: Extract<AnswerShape, { kind: 'keys' }> }) {
  const t = useTexts('ocpp')
  const tCommands = useTexts('commands')
  return (
    <>
      {keys.length > 0 && (
        <PlainTable
          label={t('command.result')}
          titles={[
            tCommands('field.key'),
            tCommands('field.value'),
            <span key="readonly" className="hidden-text">
              {t('command.readonly')}
            </span>,
          ]}
          maxHeight={maxHeight}
          className={css.keys}
        >
          <tbody>
            {keys.map(({ key, value, readonly }, at) => (
              // A station may report a key twice: only the index is unique.
              <tr key={at}>
                <td className="mono">{key}</td>
                <td className="mono">{value ?? '–'}</td>
                <td>
                  {readonly && (
                    <span title={t('command.readonly')}>
                      <IconLock size={14} aria-hidden="true" />
                      <span className="hidden-text">{t('command.readonly')}</span>
                    </span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </PlainTable>
      )}
      {unknown.length > 0 && (
        <p className={css.message}>
          {t('command.unknownKeys')} <span className="mono">{unknown.join(', ')}</span>
        </p>
      )}
    </>
  )
}

function Schedule({
  shape: { start, unit, periods },
}: {
  shape: Extract<AnswerShape, { kind: 'schedule' }>
}) {
  const t = useTexts('commands')
  const tOcpp = useTexts('ocpp')
  const format = useFormat()
  const from = (after: number): string =>
    start === null ? format.exactDuration(after) : format.dateTime(Date.parse(start) + after * 1_000)
  return (
    <PlainTable
      label={tOcpp('command.result')}
      titles={[
        t(start === null ? 'field.startPeriod' : 'field.startTime'),
        t('field.limit'),
        t('field.numberPhases'),
      ]}
      maxHeight={maxHeight}
    >
      <tbody>
        {periods.map(({ after, limit, phases }, at) => (
          <tr key={at}>
            <td className="figure">{from(after)}</td>
            <td className="figure">
              {format.number(limit, Number.isInteger(limit) ? 0 : 1)} {format.unit(unit)}
            </td>
            <td className="figure">{phases ?? '–'}</td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  )
}
