import { useState } from 'react'
import { isRefusal } from '../../../lib/call.ts'
import { randomId } from '../../../lib/random-id.ts'

/**
 * Returns the key of a request that is carried out once per key, and a function that renews it after a failure. A refused
 * request stored nothing, so the next attempt is a new one. Without a response the request may have been stored: the next
 * attempt repeats it, unless it is about something else.
 */
export function useRequestKey(about = ''): readonly [key: string, renewAfter: (failure: Error) => void] {
  const [present, set] = useState(() => ({ key: randomId(), about }))
  const renew = () => set({ key: randomId(), about })
  if (present.about !== about) renew()
  return [present.key, (failure) => isRefusal(failure) && renew()]
}
