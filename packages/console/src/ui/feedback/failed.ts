import { createStore } from '../../lib/store.ts'

/** A failed action whose button has no place for the failure: it opens a dialog with words, code and id of the error. */
export interface Failed {
  error: unknown
  title: string
}

export const failed = createStore<Failed | null>(null)

/** Shows why an action failed, until the reader closes it: `onError: (error) => showFailure(error, t('ui.actionFailed'))`. */
export const showFailure = (error: unknown, title: string): void => failed.set({ error, title })
