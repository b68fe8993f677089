import { useState } from 'react'
import { Link } from 'react-router'
import { useFormat } from '../../../lib/format.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { CopyButton } from '../../../ui/data/copy.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { SegmentedControl } from '../../../ui/form/fields.tsx'
import { Card, Stack } from '../../../ui/page/page.tsx'
import { ToneChip } from '../../../ui/state/state-chip.tsx'
import { AnswerRows } from './answer-rows.tsx'
import css from './api-console.module.css'
import { CopyTextButton } from './copy-text-button.tsx'
import { JsonTree } from './json-tree.tsx'
import { type Answered, maxBytes } from './send-call.ts'
import { tableOf } from './table-of.ts'

/** Characters shown of a text that is not JSON, or too long to be parsed as JSON. */
const maxTextLength = 50_000

/** The response: its status, its duration, and its body as object or table. */
export function AnswerCard({ answered }: { answered: Answered }) {
  const t = useTexts('api-console')
  const format = useFormat()
  const [view, setView] = useState<'object' | 'table'>('table')
  const { status, ms, bytes, correlation, text, value, isCut } = answered
  const table = status < 400 ? tableOf(value) : null
  const tone = status < 300 ? 'good' : status < 500 ? 'warn' : 'bad'
  return (
    <Card
      title={t('answer')}
      actions={
        <>
          {table && (
            <SegmentedControl
              size="xs"
              aria-label={t('view')}
              value={view}
              onChange={(chosen) => setView(chosen === 'table' ? 'table' : 'object')}
              data={[
                { value: 'table', label: t('views.table') },
                { value: 'object', label: t('views.object') },
              ]}
            />
          )}
          {isCut ? (
            <CopyTextButton text={() => text.slice(0, maxTextLength)}>{t('copyShown')}</CopyTextButton>
          ) : (
            <CopyTextButton text={() => (value === undefined ? text : JSON.stringify(value, null, 2))}>
              {t('copyJson')}
            </CopyTextButton>
          )}
        </>
      }
    >
      <Stack>
        <output className={css.facts}>
          <ToneChip tone={tone}>
            {status} {statusWords[status] ?? ''}
          </ToneChip>
          <span>{format.responseTime(ms)}</span>
          <span>{isCut ? t('over', { size: format.bytes(maxBytes) }) : format.bytes(bytes)}</span>
          {Array.isArray(value) && <span>{t('rows', { count: value.length })}</span>}
          {correlation && (
            <span className={css.correlation}>
              {t('correlation')}{' '}
              <Link to={addressOf('/admin/apilog', [], { correlation, range: 'any' })}>
                <bdi className="mono">{correlation}</bdi>
              </Link>
              <CopyButton value={correlation} small />
            </span>
          )}
        </output>
        {isCut && (
          <Notice tone="warn">
            {t('cut', { size: format.bytes(maxTextLength), most: format.bytes(maxBytes) })}
          </Notice>
        )}
        {value === undefined ? (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content must be focusable
          <pre className={css.text} tabIndex={0} dir="ltr">
            {text.slice(0, maxTextLength) || t('nothing')}
          </pre>
        ) : table && view === 'table' ? (
          <AnswerRows table={table} />
        ) : (
          <JsonTree value={value} />
        )}
      </Stack>
    </Card>
  )
}

/** In the words of HTTP, which are the same in every language. */
const statusWords: Record<number, string> = {
  200: 'OK',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  413: 'Content Too Large',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}
