import { IconCircleCheck, IconExclamationCircle, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useStore } from '../../lib/store.ts'
import { useTexts } from '../../lib/texts.ts'
import { removeToast, shownToasts, type Toast } from '../../lib/toasts.ts'
import { Button, IconButton } from '../buttons.tsx'
import css from './toast.module.css'

/** Shows the toasts; the shell mounts it once. */
export function Toasts() {
  const toasts = useStore(shownToasts)
  return (
    <div className={css.toasts} aria-live="polite" aria-relevant="additions">
      {toasts.map((one) => (
        <ToastItem key={one.id} {...one} />
      ))}
    </div>
  )
}

function ToastItem({ id, message, kind, shownMs, undo }: Toast) {
  const t = useTexts()
  const [isPaused, setPaused] = useState(false)
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => removeToast(id), shownMs)
    return () => clearTimeout(timer)
  }, [id, shownMs, isPaused])
  const Icon = kind === 'good' ? IconCircleCheck : IconExclamationCircle
  return (
    <div
      className={css.toast}
      data-tone={kind}
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <Icon size={18} className={css.icon} />
      <span className={css.message}>{message}</span>
      {undo && (
        <Button
          small
          kind="quiet"
          onClick={() => {
            removeToast(id)
            undo()
          }}
        >
          {t('ui.undo')}
        </Button>
      )}
      <IconButton small tip={false} label={t('ui.close')} onClick={() => removeToast(id)}>
        <IconX size={14} />
      </IconButton>
    </div>
  )
}
