import { createStore } from './store.ts'

/**
 * Toasts confirm what has happened; they are never the only place of an error. `toastUndo` offers undo for 8
 * s. They stay while the pointer or the focus is on them. The shell mounts `<Toasts />` once.
 *
 *   toast(t('ui.saved'))
 *   toastUndo(t('ui.deleted'), () => restore.mutate({ id }))
 */
export type ToastKind = 'good' | 'bad'

export interface Toast {
  id: number
  message: string
  kind: ToastKind
  shownMs: number
  undo: (() => void) | null
}

const atOnce = 3
const shownMs = { good: 4_000, bad: 10_000, undo: 8_000 }
export const shownToasts = createStore<readonly Toast[]>([])
let count = 0

export function toast(message: string, kind: ToastKind = 'good'): void {
  add({ message, kind, shownMs: shownMs[kind], undo: null })
}

export function toastUndo(message: string, undo: () => void): void {
  add({ message, kind: 'good', shownMs: shownMs.undo, undo })
}

function add(one: Omit<Toast, 'id'>): void {
  count += 1
  shownToasts.set([...shownToasts.get(), { ...one, id: count }].slice(-atOnce))
}

export const removeToast = (id: number): void =>
  shownToasts.set(shownToasts.get().filter((one) => one.id !== id))
