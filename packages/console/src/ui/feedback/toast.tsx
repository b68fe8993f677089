import { IconCircleCheck, IconExclamationCircle, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { createStore, useStore } from '../../lib/store.ts'
import { useTexts } from '../../lib/texts.ts'
import { Button, IconButton } from '../buttons.tsx'
import css from './toast.module.css'

/**
 * Toasts confirm what has happened; they are never the only place of an error. `toastUndo` offers undo for 8
 * s. They stay while the pointer or the focus is on them. The shell mounts `<Toasts />` once.
 *
 *   toast(t('ui.saved'))
 *   toastUndo(t('ui.deleted'), () => restore.mutate({ id }))
 */
export type ToastKind = 'good' | 'bad'

interface Toast {
  id: number
  message: string
  kind: ToastKind
  shownMs: number
  undo: (() => void) | null
}

const atOnce = 3
const shownMs = { good: 4_000, bad: 10_000, undo: 8_000 }
const shown = createStore<readonly Toast[]>([])
let count = 0

export function toast(message: string, kind: ToastKind = 'good'): void {
  add({ message, kind, shownMs: shownMs[kind], undo: null })
}

export function toastUndo(message: string, undo: () => void): void {
  add({ message, kind: 'good', shownMs: shownMs.undo, undo })
}

function add(one: Omit<Toast, 'id'>): void {
  count += 1
  shown.set([...shown.get(), { ...one, id: count }].slice(-atOnce))
}

const remove = (id: number): void => shown.set(shown.get().filter((one) => one.id !== id))

export function Toasts() {
  const toasts = useStore(shown)
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
    const timer = setTimeout(() => remove(id), shownMs)
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
            remove(id)
            undo()
          }}
        >
          {t('ui.undo')}
        </Button>
      )}
      <IconButton small tip={false} label={t('ui.close')} onClick={() => remove(id)}>
        <IconX size={14} />
      </IconButton>
    </div>
  )
}
