import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../../lib/texts.ts'
import css from './dialog.module.css'

/**
 * A dialog for a question with at most three fields; larger work is a page. Escape and the cross close it.
 *
 *   {open && <Dialog title={…} onClose={close} footer={<><Button>…</Button></>}>…</Dialog>}
 */
export function Dialog({
  title,
  onClose,
  children,
  footer,
  wide = false,
}: {
  title: string
  onClose: () => void
  children: ReactNode
  footer?: ReactNode
  wide?: boolean
}) {
  const t = useTexts()
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={wide ? 640 : 460}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
      transitionProps={{ transition: 'fade', duration: 140, exitDuration: 100 }}
      classNames={{ content: css.content, title: css.title, header: css.header, body: css.body }}
    >
      {children}
      {footer && <footer className={css.footer}>{footer}</footer>}
    </Modal>
  )
}
