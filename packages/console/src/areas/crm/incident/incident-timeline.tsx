import { type AnswerOf, incidentComment, type incidentGet, incidentLimits } from '@stationmaster/contract'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import css from '../../../features/incidents/incidents.module.css'
import { useMay } from '../../../lib/access.ts'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../lib/texts.ts'
import { useChange } from '../../../lib/use-change.ts'
import { Button } from '../../../ui/buttons.tsx'
import { RowList } from '../../../ui/data/row-list.tsx'
import { TextAreaField } from '../../../ui/form/fields.tsx'
import { SubmitForm } from '../../../ui/form/submit-form.tsx'
import { Card, Row, Stack } from '../../../ui/page/page.tsx'
import { Moment } from '../../../ui/time/moment.tsx'

type Shown = AnswerOf<typeof incidentGet>
type Entry = Shown['entries'][number]

/** History of an incident, and a field for a comment. */
export function IncidentTimeline({ incident }: { incident: Shown }) {
  const t = useTexts('incidents')
  return (
    <Card title={t('timeline')}>
      <Stack gap={4}>
        <RowList label={t('timeline')}>
          {incident.entries.map((entry) => (
            <Line key={entry.id} entry={entry} />
          ))}
        </RowList>
        <Comment id={incident.id} />
      </Stack>
    </Card>
  )
}

function Line({ entry }: { entry: Entry }) {
  const sentence = useSentence()(entry)
  const { at, username, text } = entry
  return (
    <li>
      <div>
        {sentence}
        {text && <bdi className={css.text}>{text}</bdi>}
        <span className="muted">
          <Moment at={at} /> {username && <bdi>{username}</bdi>}
        </span>
      </div>
    </li>
  )
}

function useSentence(): (entry: Entry) => string {
  const t = useTexts('incidents')
  const format = useFormat()
  return ({ kind, username, details }) => {
    switch (kind) {
      case 'closed':
        return t(username === null ? 'entries.closedAlone' : 'entries.closed')
      case 'assigned':
        return details.assigneename
          ? t('entries.assigned', { name: String(details.assigneename) })
          : t('entries.unassigned')
      case 'escalated':
        return t('entries.escalated', { name: String(details.assigneename ?? '–') })
      case 'snoozed':
        return t('entries.snoozed', { until: format.dateTime(String(details.until)) })
      default:
        return t(`entries.${kind}`)
    }
  }
}

function Comment({ id }: { id: string }) {
  const t = useTexts('incidents')
  const [text, setText] = useState('')
  const mayComment = useMay()(incidentComment, { id })
  const field = useRef<HTMLTextAreaElement>(null)
  const wantsComment = (useLocation().state as { comment?: boolean } | null)?.comment === true
  useEffect(() => {
    if (wantsComment) field.current?.focus()
  }, [wantsComment])
  const save = useChange(incidentComment, { done: null, onSaved: () => setText('') })
  if (!mayComment) return null
  return (
    <SubmitForm save={save} onSubmit={() => text.trim() && save.mutate({ id, text })}>
      <TextAreaField
        ref={field}
        label={t('comment')}
        autosize
        minRows={2}
        maxLength={incidentLimits.comment}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Row end>
        <Button type="submit" disabled={text.trim() === ''} loading={save.isPending}>
          {t('addComment')}
        </Button>
      </Row>
    </SubmitForm>
  )
}
