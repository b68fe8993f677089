import { createStore } from '../../lib/store.ts'

/**
 * A question before something that cannot be taken back. Name the thing and the effect; above 20 things the number
 * is to be typed. The shell mounts `Confirmations` (confirm-host.tsx) once.
 *
 *   if (await confirm({ title: t('ui.confirmDeletion'), lead: station.identity })) …
 */
export interface Question {
  title: string
  /** What will happen, in words; without it "This action can't be undone". */
  lead?: string
  /** Word on the button; without it "Delete". */
  action?: string
  /** Red button; on by default. */
  danger?: boolean
  /** How many things are meant. */
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
