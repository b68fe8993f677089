import { createStore } from '../../lib/store.ts'

/**
 * Question before an irreversible action. Name the object and the effect; above 20 objects the user must type
 * the number. The shell mounts `Confirmations` (confirm-host.tsx) once.
 *
 *   if (await confirm({ title: t('ui.confirmDeletion'), lead: station.identity })) …
 */
export interface Question {
  title: string
  /** Effect in words; by default "This action can't be undone". */
  lead?: string
  /** Label of the button; by default "Delete". */
  action?: string
  /** Red button; on by default. */
  danger?: boolean
  /** Number of affected objects. */
  count?: number
}

export interface PendingQuestion extends Question {
  answer: (yes: boolean) => void
}

export const pendingQuestion = createStore<PendingQuestion | null>(null)

export function confirm(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    pendingQuestion.get()?.answer(false)
    pendingQuestion.set({
      ...question,
      answer: (yes) => {
        pendingQuestion.set(null)
        resolve(yes)
      },
    })
  })
}
