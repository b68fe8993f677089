import { Modal } from '@mantine/core'
import { type ComponentProps, createContext, type MouseEvent, type ReactNode, use, useRef } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { Button } from '../buttons.tsx'
import { confirm } from './confirm.tsx'
import css from './dialog.module.css'
import { useDiscardQuestion, useEscape } from './leaving.ts'
import { useReturnFocus } from './return-focus.ts'

/**
 * A dialog for a question with at most three fields; larger tasks are pages. Escape, the close button and a
 * click outside close it; entered data is discarded only after the user confirms. Escape closes the innermost
 * open dialog.
 *
 *   {open && <Dialog title={…} onClose={close} footer={<LeaveButton>…</LeaveButton>}>…</Dialog>}
 */
export function Dialog({
  title,
  onClose,
  children,
  footer,
  wide = false,
  confirmsDiscard = true,
}: {
  title: string
  onClose: () => void
  children: ReactNode
  /** Buttons of the dialog; the one that cancels is a `LeaveButton`. */
  footer?: ReactNode
  wide?: boolean
  /** False if input can be discarded without confirmation, such as a password. */
  confirmsDiscard?: boolean
}) {
  const t = useTexts()
  const root = useRef<HTMLDivElement>(null)
  const entry = useEntry()
  const question = useDiscardQuestion()
  const leave = (): void => {
    if (!confirmsDiscard || !entry.isMade()) onClose()
    else void confirm(question).then((yes) => yes && onClose())
  }
  useReturnFocus()
  useEscape(root, leave)
  return (
    <Modal
      ref={root}
      opened
      onClose={leave}
      closeOnEscape={false}
      title={title}
      size={wide ? 640 : 460}
      closeButtonProps={{ 'aria-label': t('ui.close'), iconSize: 20 }}
      transitionProps={{ transition: 'fade', duration: 140, exitDuration: 100 }}
      // Mantine's head is a <header>, which would be a second banner of the page.
      attributes={{ header: { role: 'presentation' } }}
      classNames={{ header: css.header, body: css.body }}
      {...entry.watch}
    >
      {children}
      {footer && (
        <footer className={css.footer}>
          <Leave value={leave}>{footer}</Leave>
        </footer>
      )}
    </Modal>
  )
}

const Leave = createContext((): void => undefined)

/** Button of a dialog that leaves it like the close button, with the question. */
export function LeaveButton(props: Omit<ComponentProps<typeof Button>, 'onClick'>) {
  return <Button {...props} onClick={use(Leave)} />
}

/**
 * Returns whether something was entered: typed or switched (the code editor reports it as fields do), or an
 * option selected.
 */
function useEntry() {
  const made = useRef(false)
  const note = (): void => {
    made.current = true
  }
  return {
    isMade: () => made.current,
    watch: {
      onInput: note,
      onChange: note,
      onClickCapture: ({ target }: MouseEvent) => {
        if (target instanceof Element && target.closest('[role="option"]')) note()
      },
    },
  }
}
