import { methodRun, type ObjectMethods } from '@stationmaster/contract'
import { call } from './call.ts'
import { useErrorText } from './stored-error.tsx'

export type { ObjectMethods } from '@stationmaster/contract'

/** Runs a method of an object by its code. */
export const runMethod = (id: string, code: string) => call(methodRun, { id, code })

/** A method as users see it. */
interface Method {
  classCode: string
  code: string
  label: string
}

/** Returns a function for the reason why a method is not possible now, as text; undefined if it is possible. */
export function useMethodReason() {
  const text = useErrorText()
  return (methods: ObjectMethods, { classCode, code, label }: Method): string | undefined => {
    const reason = methods[code]
    if (!reason) return undefined
    return text(reason, { method: label, class: reason === 'access.cannot_create' ? 'command' : classCode })
  }
}
