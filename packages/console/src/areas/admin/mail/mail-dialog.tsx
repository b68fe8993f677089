import { type AnswerOf, mailGet, mailKindsWithoutLink, mailSendAgain } from '@stationmaster/contract'
import { IconLink, IconLinkOff } from '@tabler/icons-react'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { CopyButton } from '../../../ui/data/copy.tsx'
import { KeyValues } from '../../../ui/data/key-values.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Stack } from '../../../ui/page/page.tsx'
import { Moment } from '../../../ui/time/moment.tsx'
import { SentDialog } from '../sent-dialog.tsx'
import { useChange } from '../../../lib/use-change.ts'
import { MailKind, MailState, MailWay } from './mail-columns.tsx'
import css from './mail.module.css'

/** One email: its state, its text, and its link while an administrator may hand it on. */
export function MailDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTexts('admin')
  const found = useEndpoint(mailGet, { id }, { hints: ['mail.changed'] })
  const again = useChange(mailSendAgain)
  return (
    <SentDialog
      title={found.data?.subject ?? t('mail.one')}
      found={found}
      again={{ ...again, words: t('mail.again'), send: () => again.mutate({ id }) }}
      onClose={onClose}
    >
      {(mail) => <Shown mail={mail} />}
    </SentDialog>
  )
}

function Shown({ mail }: { mail: AnswerOf<typeof mailGet> }) {
  const t = useTexts('admin')
  return (
    <Stack gap={4}>
      <KeyValues
        rows={[
          [t('mail.recipient'), <bdi key="to">{mail.recipient}</bdi>],
          [t('mail.kind'), <MailKind key="kind" kind={mail.kind} />],
          [t('mail.state'), <MailState key="state" state={mail.state} />],
          [t('mail.via'), <MailWay key="via" via={mail.via} />],
          [t('mail.created'), <Moment key="created" at={mail.created} seconds />],
          mail.sent !== null && [t('mail.sent'), <Moment key="sent" at={mail.sent} seconds />],
          mail.due !== null && [t('mail.due'), <Moment key="due" at={mail.due} seconds />],
          mail.error !== null && [t('mail.error'), mail.error],
        ]}
      />
      {mail.link ? (
        <Notice tone="warn" icon={<IconLink size={18} />}>
          <p>{t('mail.linkLead')}</p>
          <p className={css.link}>
            <a href={mail.link} target="_blank" rel="noreferrer" className="mono" dir="ltr">
              {mail.link}
            </a>
            <CopyButton value={mail.link} small label={t('mail.copyLink')} />
          </p>
        </Notice>
      ) : mailKindsWithoutLink.includes(mail.kind) ? null : (
        <Notice tone="calm" icon={<IconLinkOff size={18} />}>
          {t('mail.noLink')}
        </Notice>
      )}
      <section aria-label={t('mail.text')} className={css.text} dir="auto">
        {mail.text}
      </section>
    </Stack>
  )
}
