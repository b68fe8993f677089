import { Modal } from '@mantine/core'
import type { FocusEvent, KeyboardEvent, ReactNode } from 'react'
import { useTexts } from '../../lib/texts.ts'
import css from './dialog.module.css'
import { useReturnFocus } from './return-focus.ts'

/**
 * A dialog for a question with at most three fields; larger work is a page. Escape and the cross close it; one that may
 * lie `above` another keeps Escape from the one below.
 *
 *   {open && <Dialog title={…} onClose={close} footer={<><Button>…</Button></>}>…</Dialog>}
 */
export function Dialog({
  title,
  onClose,
  children,
  footer,
  wide = false,
  above = false,
}: {
  title: string
  onClose: () => void
  children: ReactNode
  footer?: ReactNode
  wide?: boolean
  above?: boolean
}) {
  const t = useTexts()
  useReturnFocus()
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={wide ? 640 : 460}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
      transitionProps={{ transition: 'fade', duration: 140, exitDuration: 100 }}
      // Mantine's head is a <header>, which would be a second banner of the page.
      attributes={{ header: { role: 'presentation' } }}
      classNames={{ content: css.content, title: css.title, header: css.header, body: css.body }}
      {...(above ? keepEscape(onClose) : {})}
    >
      {children}
      {footer && <footer className={css.footer}>{footer}</footer>}
    </Modal>
  )
}

/** Every open dialog listens for Escape, unless what has the focus bears the library's mark. */
const keepEscape = (close: () => void) => ({
  onFocus: ({ target }: FocusEvent) => target.setAttribute('data-mantine-stop-propagation', 'true'),
  onKeyDown: ({ key }: KeyboardEvent) => {
    if (key === 'Escape') close()
  },
})
