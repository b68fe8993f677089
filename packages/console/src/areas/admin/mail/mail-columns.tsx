import type { AnswerOf, mailList } from '@stationmaster/contract'
import { useTexts } from '../../../lib/texts.ts'
import {
  momentColumn,
  none,
  numberColumn,
  stateChip,
  stateColumn,
  textColumn,
} from '../../../ui/table/column-kinds.tsx'
import type { Column } from '../../../ui/table/columns.ts'

export type Mail = AnswerOf<typeof mailList>[number]

export const MailState = stateChip<Mail['state']>({
  tones: { queued: 'busy', sent: 'good', stored: 'warn', failed: 'bad' },
  word: (state) => `admin:mail.states.${state}`,
})

export function MailKind({ kind }: { kind: Mail['kind'] }) {
  const t = useTexts('admin')
  return t(`mail.kinds.${kind}`)
}

/** Transport: SMTP, the folder, or none yet. */
export function MailWay({ via }: { via: Mail['via'] }) {
  const t = useTexts('admin')
  return via ? t(`mail.ways.${via}`) : none
}

export const mailColumns: readonly Column<Mail>[] = [
  textColumn('recipient', 'admin:mail.recipient', { min: 200, narrow: 'title' }),
  {
    id: 'kind',
    title: 'admin:mail.kind',
    sort: 'kind',
    file: [{ field: 'kind' }],
    min: 180,
    narrow: 'subtitle',
    cell: (mail) => <MailKind kind={mail.kind} />,
  },
  stateColumn('state', 'admin:mail.state', { Chip: MailState }),
  textColumn('subject', 'admin:mail.subject', { hidden: true }),
  { id: 'via', title: 'admin:mail.via', sort: 'via', cell: (mail) => <MailWay via={mail.via} /> },
  numberColumn('tries', 'admin:mail.tries'),
  momentColumn('created', 'admin:mail.created', { narrow: 'value' }),
  momentColumn('sent', 'admin:mail.sent', { hidden: true }),
  textColumn('error', 'admin:mail.error', { sort: false, cut: 'wide', min: 160 }),
]
