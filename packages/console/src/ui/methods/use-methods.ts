import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type ObjectMethods, runMethod, useMethodReason } from '../../lib/methods.ts'
import { useCustomLabels, useTexts } from '../../lib/texts.ts'
import { showFailure } from '../feedback/failed.ts'
import { toast } from '../../lib/toasts.ts'

/** Icon, label and action of a built-in method. */
export interface MethodItem {
  label: string
  icon?: ReactNode
  color?: 'red'
  /** Asks before the method runs. */
  confirm?: () => Promise<boolean>
  /** Replaces the request that runs the method. */
  run?: () => void
}

export interface MethodsProps {
  classCode: string
  object: { id: string; methods: ObjectMethods }
  /** Subject whose queries are invalidated after a method without an item of its own. */
  subject: string
  /** Items by the code of the method; other methods are run without a question. */
  items?: Readonly<Record<string, MethodItem>>
  /** Methods that have a button elsewhere. */
  except?: readonly string[]
}

/**
 * Returns exactly the methods that the server returned with the object, built in or added by administrators,
 * each with the reason if it is not possible now. The screen must have loaded the texts of errors.
 */
export function useMethods({ classCode, object, subject, items = {}, except = [] }: MethodsProps) {
  const t = useTexts()
  const customLabel = useCustomLabels('method')
  const reasonOf = useMethodReason()
  const queries = useQueryClient()
  const { id, methods } = object
  // Messages come from the mutation: the menu that started it is unmounted by then.
  const run = useMutation({
    mutationFn: (code: string) => runMethod(id, code),
    onSuccess: () => toast(t('ui.done')),
    onSettled: () => queries.invalidateQueries({ queryKey: [subject] }),
    onError: (failure) => showFailure(failure, t('ui.actionFailed')),
  })
  return Object.keys(methods)
    .filter((code) => !except.includes(code))
    .map((code) => {
      const item = items[code]
      const label = customLabel(classCode, code) ?? item?.label ?? code
      const reason = reasonOf(methods, { classCode, code, label })
      const send = async () => ((await item?.confirm?.()) ?? true) && run.mutate(code)
      return { code, run: () => void send(), ...item, label, reason }
    })
}
