import { hideNotification, Notifications, showNotification } from '@mantine/notifications'
import '@mantine/notifications/styles.layer.css'
import { useTexts } from '../../lib/texts.ts'
import { Button } from '../buttons.tsx'
import css from './toast.module.css'

/**
 * Toasts confirm what has happened; they never carry an error alone. `toastUndo` shows for 8 s what can be taken
 * back. The shell mounts `<Toasts />` once.
 *
 *   toast(t('ui.saved'))
 *   toastUndo(t('ui.deleted'), () => restore.mutate({ id }))
 */
const undoMs = 8_000

export function toast(message: string, kind: 'good' | 'bad' = 'good'): void {
  showNotification({ message, autoClose: kind === 'bad' ? 10_000 : 4_000, 'data-tone': kind, ...looks })
}

export function toastUndo(message: string, undo: () => void): void {
  const id = showNotification({
    autoClose: undoMs,
    'data-tone': 'calm',
    ...looks,
    message: <Undo message={message} undo={() => (hideNotification(id), undo())} />,
  })
}

function Undo({ message, undo }: { message: string; undo: () => void }) {
  const t = useTexts()
  return (
    <span className={css.undo}>
      {message}
      <Button small kind="quiet" onClick={undo}>
        {t('ui.undo')}
      </Button>
    </span>
  )
}

const looks = { classNames: { root: css.toast, body: css.body, closeButton: css.close } }

export function Toasts() {
  const t = useTexts()
  return (
    <Notifications
      position="bottom-center"
      limit={3}
      transitionDuration={140}
      containerWidth={420}
      zIndex={500}
      aria-live="polite"
      aria-label={t('header.notifications')}
    />
  )
}
