import { IconAlertCircle, IconBolt } from '@tabler/icons-react'
import { useState } from 'react'
import { CallError } from '../src/lib/call.ts'
import { useTexts } from '../src/lib/texts.ts'
import { Button } from '../src/ui/buttons.tsx'
import { Ask } from '../src/ui/feedback/confirm-host.tsx'
import { Dialog } from '../src/ui/feedback/dialog.tsx'
import { Empty, Failure, Loading } from '../src/ui/feedback/feedback.tsx'
import { Notice } from '../src/ui/feedback/notice.tsx'
import { toast, toastUndo } from '../src/lib/toasts.ts'
import { Card, Row, Stack } from '../src/ui/page/page.tsx'

const refused = new CallError('refused', {
  status: 409,
  code: 'changed_meanwhile',
  message: 'The station was changed by somebody else.',
  correlation: '0192f3c4-7b1e-7d55-9a7e-5f0c1d2e3f40',
})
const unreachable = new CallError('network', { message: 'Failed to fetch' })

export function FeedbackParts() {
  const t = useTexts()
  const [open, setOpen] = useState<'dialog' | 'confirm' | null>(null)
  return (
    <Stack>
      <Row>
        <Button onClick={() => toast(t('ui.saved'))}>Toast</Button>
        <Button onClick={() => toast(t('ui.actionFailed'), 'bad')}>Bad toast</Button>
        <Button onClick={() => toastUndo(t('ui.deleted'), () => toast(t('ui.done')))}>Undo</Button>
        <Button onClick={() => setOpen('dialog')}>Dialog</Button>
        <Button onClick={() => setOpen('confirm')}>Confirm</Button>
      </Row>
      <Notice tone="bad" icon={<IconAlertCircle size={18} />}>
        {t('ui.failed')}
      </Notice>
      <Notice tone="warn">{t('pages.lostLead')}</Notice>
      <Notice tone="good">{t('ui.saved')}</Notice>
      <Card title="Loading" pad={false}>
        <Loading rows={3} />
      </Card>
      <Card title="Empty" pad={false}>
        <Empty
          icon={<IconBolt size={28} stroke={1.5} />}
          title={t('ui.nothingFound')}
          lead="Point a station at wss://charge.example/ocpp/ACME/CS-0001"
          action={<Button kind="primary">{t('ui.add')}</Button>}
        />
      </Card>
      <Card title="Refused" pad={false}>
        <Failure error={refused} onRetry={() => {}} />
      </Card>
      <Card title="Unreachable" pad={false}>
        <Failure error={unreachable} onRetry={() => {}} small />
      </Card>
      {open === 'dialog' && (
        <Dialog
          title={t('settings.title')}
          onClose={() => setOpen(null)}
          footer={<Button>{t('ui.ok')}</Button>}
        >
          {t('settings.saved')}
        </Dialog>
      )}
      {open === 'confirm' && <Ask title={t('ui.confirmDeletion')} count={124} answer={() => setOpen(null)} />}
    </Stack>
  )
}
