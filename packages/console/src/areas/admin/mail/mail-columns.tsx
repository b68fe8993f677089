import type { AnswerOf, mailList } from '@stationmaster/contract'
import { useTexts } from '../../../lib/texts.ts'
import { type Tone, ToneChip } from '../../../ui/state/state-chip.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import split from '../split.module.css'
import { Moment } from '../../../ui/time/moment.tsx'

export type Mail = AnswerOf<typeof mailList>[number]

const tones: Record<Mail['state'], Tone> = { queued: 'busy', sent: 'good', stored: 'warn', failed: 'bad' }

export function MailState({ state }: { state: Mail['state'] }) {
  const t = useTexts('admin')
  return <ToneChip tone={tones[state]}>{t(`mail.states.${state}`)}</ToneChip>
}

export function MailKind({ kind }: { kind: Mail['kind'] }) {
  const t = useTexts('admin')
  return t(`mail.kinds.${kind}`)
}

/** Transport: SMTP, the folder, or none yet. */
export function MailWay({ via }: { via: Mail['via'] }) {
  const t = useTexts('admin')
  return via ? t(`mail.ways.${via}`) : <span className="muted">–</span>
}

export const mailColumns: readonly Column<Mail>[] = [
  {
    id: 'recipient',
    title: 'admin:mail.recipient',
    sort: 'recipient',
    min: 200,
    narrow: 'title',
    cell: (mail) => <bdi>{mail.recipient}</bdi>,
  },
  {
    id: 'kind',
    title: 'admin:mail.kind',
    sort: 'kind',
    min: 180,
    narrow: 'subtitle',
    cell: (mail) => <MailKind kind={mail.kind} />,
  },
  {
    id: 'state',
    title: 'admin:mail.state',
    sort: 'state',
    narrow: 'badge',
    cell: (mail) => <MailState state={mail.state} />,
  },
  {
    id: 'subject',
    title: 'admin:mail.subject',
    sort: 'subject',
    hidden: true,
    cell: (mail) => <bdi>{mail.subject}</bdi>,
  },
  {
    id: 'via',
    title: 'admin:mail.via',
    sort: 'via',
    cell: (mail) => <MailWay via={mail.via} />,
  },
  {
    id: 'tries',
    title: 'admin:mail.tries',
    sort: 'tries',
    num: true,
    cell: (mail, { format }) => format.number(mail.tries),
  },
  {
    id: 'created',
    title: 'admin:mail.created',
    sort: 'created',
    narrow: 'value',
    cell: (mail) => <Moment at={mail.created} />,
  },
  {
    id: 'sent',
    title: 'admin:mail.sent',
    sort: 'sent',
    hidden: true,
    cell: (mail) => <Moment at={mail.sent} />,
  },
  {
    id: 'error',
    title: 'admin:mail.error',
    min: 160,
    cell: (mail) =>
      mail.error ? (
        <bdi className={split.clip} title={mail.error}>
          {mail.error}
        </bdi>
      ) : (
        <span className="muted">–</span>
      ),
  },
]
