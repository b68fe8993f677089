import type { AnswerOf, noticeList } from '@stationmaster/contract'
import { IconMail, IconMailOpened, IconTrash } from '@tabler/icons-react'
import { useTexts } from '../../lib/texts.ts'
import { Button, IconButton } from '../../ui/buttons.tsx'
import { RowList } from '../../ui/data/row-list.tsx'
import { Failure, Loading } from '../../ui/feedback/feedback.tsx'
import { Card, Stack } from '../../ui/page/page.tsx'
import { ToneChip } from '../../ui/state/state-chip.tsx'
import { Ago } from '../../ui/time/moment.tsx'
import css from './own-notices.module.css'
import type { useOwnNotices } from './use-own-notices.ts'

type OwnNotice = AnswerOf<typeof noticeList>[number]
type Own = ReturnType<typeof useOwnNotices>

/** Notices for the user; renders nothing if there are none. */
export function OwnNotices({ own }: { own: Own }) {
  const t = useTexts('notices')
  const { data, loadError, failure, isBusy } = own
  if (loadError) return <Failure error={loadError} onRetry={own.retry} />
  if (!data) return <Loading rows={2} />
  if (data.length === 0) return null
  const unread = data.filter(({ status }) => status === 'new').map(({ id }) => id)
  return (
    <Card
      title={t('own.title')}
      actions={
        <Button small disabled={unread.length === 0 || isBusy} onClick={() => own.mark(unread, 'read')}>
          {t('own.markAll')}
        </Button>
      }
    >
      <Stack>
        {failure && <Failure small error={failure} />}
        <RowList label={t('own.title')}>
          {data.map((notice) => (
            <Entry key={notice.id} notice={notice} own={own} />
          ))}
        </RowList>
        {own.hasOlder && (
          <Button small kind="quiet" onClick={own.showOlder}>
            {t('own.older')}
          </Button>
        )}
      </Stack>
    </Card>
  )
}

function Entry({ notice, own }: { notice: OwnNotice; own: Own }) {
  const t = useTexts('notices')
  const { id, text, status, created, objectlabel } = notice
  const isNew = status === 'new'
  const [next, words, Icon] = isNew
    ? (['read', t('own.markRead'), IconMailOpened] as const)
    : (['new', t('own.markNew'), IconMail] as const)
  return (
    <li data-new={isNew || undefined}>
      <div>
        <bdi className={css.text}>{text}</bdi>
        <span className="muted">
          {isNew && <ToneChip tone="busy">{t('own.new')}</ToneChip>}
          <Ago at={created} />
          {objectlabel && <bdi className="mono">{objectlabel}</bdi>}
        </span>
      </div>
      <div className={css.actions}>
        <IconButton
          label={`${words}: ${text.slice(0, 60)}`}
          disabled={own.isBusy}
          onClick={() => own.mark([id], next)}
        >
          <Icon size={18} />
        </IconButton>
        <IconButton
          label={`${t('own.delete')}: ${text.slice(0, 60)}`}
          disabled={own.isBusy}
          onClick={() => own.remove(id)}
        >
          <IconTrash size={18} />
        </IconButton>
      </div>
    </li>
  )
}
