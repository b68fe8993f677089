import { IconSend } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { Button } from '../../ui/buttons.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { Failure, Unloaded } from '../../ui/feedback/feedback.tsx'

interface SentDialogProps<Sent> {
  title: string
  found: UseQueryResult<Sent>
  /** Sends it again. */
  again: { words: string; send: () => void; isPending: boolean; error: Error | null }
  onClose: () => void
  children: (sent: Sent) => ReactNode
}

/** One email or post that was sent, and the button that sends it again if it failed. */
export function SentDialog<Sent extends { sendable: boolean }>({
  title,
  found,
  again,
  onClose,
  children,
}: SentDialogProps<Sent>) {
  const t = useTexts()
  return (
    <Dialog
      wide
      title={title}
      onClose={onClose}
      footer={
        <>
          {found.data?.sendable && (
            <Button
              kind="primary"
              icon={<IconSend size={16} />}
              loading={again.isPending}
              onClick={again.send}
            >
              {again.words}
            </Button>
          )}
          <Button onClick={onClose}>{t('ui.close')}</Button>
        </>
      }
    >
      {!found.data && <Unloaded query={found} rows={5} />}
      {again.error && <Failure small error={again.error} title={t('ui.actionFailed')} />}
      {found.data && children(found.data)}
    </Dialog>
  )
}
