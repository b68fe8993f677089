import { mailCount, mailList, mailStates } from '@stationmaster/contract'
import { IconMail } from '@tabler/icons-react'
import { listParameters, oneOf, text, useAddress } from '../../../lib/address.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { LinkButton } from '../../../ui/buttons.tsx'
import { Empty } from '../../../ui/feedback/feedback.tsx'
import { ListScreen } from '../../../ui/table/list-screen.tsx'
import { segmentFilter } from '../../../ui/table/segment-filter.tsx'
import { usePagedList } from '../../../ui/table/use-paged-list.ts'
import { mailColumns } from '../mail/mail-columns.tsx'
import { MailDialog } from '../mail/mail-dialog.tsx'

const where = { ...listParameters, state: oneOf(['all', ...mailStates]), mail: text() }

/** The outbox: emails that wait, were sent, or failed. */
export default function Outbox() {
  const t = useTexts('admin')
  const [at, go] = useAddress(where)
  const mails = usePagedList({
    name: 'mail',
    list: mailList,
    count: mailCount,
    columns: mailColumns,
    where,
    at,
    go,
    fields: ['recipient', 'subject'],
    filterBy: { state: 'state' },
    order: ['created DESC'],
    hints: ['mail.changed'],
  })
  return (
    <ListScreen
      list={mails}
      title={t('mail.title')}
      count={(count) => t('mail.count', { count })}
      actions={
        <LinkButton to={addressOf('/admin/resource', [], { path: 'mail' })}>{t('mail.texts')}</LinkButton>
      }
      placeholder={t('mail.filter')}
      filters={[
        segmentFilter(mails, 'state', {
          label: t('mail.state'),
          word: (state) => (state === 'all' ? t('all') : t(`mail.states.${state}`)),
        }),
      ]}
      empty={
        <Empty
          icon={<IconMail size={28} stroke={1.5} />}
          title={t('mail.empty')}
          lead={t('mail.emptyLead')}
        />
      }
      rowName={(mail) => mail.recipient}
      onOpen={(mail) => go({ mail: mail.id }, { push: true })}
    >
      {at.mail && <MailDialog id={at.mail} onClose={() => go({ mail: '' })} />}
    </ListScreen>
  )
}
