import type { AnswerOf, BodyOf, Endpoint } from '@stationmaster/contract'
import { notifyManager, useMutation, useQueryClient } from '@tanstack/react-query'
import { startTransition } from 'react'
import { call, CallError } from './call.ts'
import { useTexts } from './texts.ts'
import { toast } from './toasts.ts'

export interface AfterChange<E extends Endpoint> {
  /** Text of the confirmation, null for none. By default "Saved", or "Deleted" after a deletion. */
  done?: string | null | ((answer: AnswerOf<E>, body: BodyOf<E>) => string)
  /** Subject of the queries to refetch, if it is not that of the endpoint. */
  subject?: string
  /** Form whose fields show the refusals that name them. */
  form?: { setFieldError: (field: string, text: string) => void }
  /** Called before queries are refetched: closes a dialog, leaves the page of an object that no longer exists. */
  onSaved?: (answer: AnswerOf<E>, body: BodyOf<E>) => void
  /** Called after queries have been refetched. */
  onReloaded?: (answer: AnswerOf<E>) => void
}

/** Subjects whose lists show each other's data. */
const related = ['People', 'Groups', 'Mail', 'Posts', 'Account']

/**
 * Sends a change, confirms it and refetches the queries of its subject, also after a version conflict.
 *
 *   const save = useChange(cardSet, { form, onSaved: onClose })
 */
export function useChange<E extends Endpoint>(row: E, after: AfterChange<E> = {}) {
  const t = useTexts()
  const queries = useQueryClient()
  const { subject = row.subject, form } = after
  const reload = () =>
    queries.invalidateQueries({
      predicate: ({ queryKey: [known] }) =>
        known === subject || (related.includes(subject) && related.includes(String(known))),
    })
  return useMutation({
    mutationFn: (body: BodyOf<E>) => call(row, body),
    onSuccess: async (answer, body) => {
      after.onSaved?.(answer, body)
      const { done = t(row.path.endsWith('/delete') ? 'ui.deleted' : 'ui.saved') } = after
      if (done !== null) toast(typeof done === 'string' ? done : done(answer, body))
      await reload()
      // after the components know the new data: before it, a form that is reset would show the old ones
      notifyManager.schedule(() => startTransition(() => after.onReloaded?.(answer)))
    },
    // The failure is reported only after the current object has been loaded.
    onError: async (failure) => {
      if (failure instanceof CallError && failure.field) form?.setFieldError(failure.field, failure.message)
      if (isStale(failure)) await reload()
    },
  })
}

/** True if another user has changed the object since it was read. */
export const isStale = (failure: Error | null): boolean =>
  failure instanceof CallError && failure.code === 'object.edited'
