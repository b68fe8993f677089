import { type BodyOf, ocppLogSearch } from '@stationmaster/contract'
import { call } from '../../lib/call.ts'
import { maxParts } from '../../lib/search-in-parts.ts'
import { isNewer, type LogPage, type Place } from './log-window.ts'

export type LogQuestion = Pick<BodyOf<typeof ocppLogSearch>, 'filter' | 'search'>
type PartBody = Omit<BodyOf<typeof ocppLogSearch>, 'reclimit'> & { reclimit: number }

interface Search extends PartBody {
  signal?: AbortSignal
  /** Receives the messages of each part as soon as it has been searched. */
  onPart?: (page: LogPage) => void
  /** Returns true where no further part is needed. */
  isEnough?: (until: Place) => boolean
}

/** Searches for a page of messages part by part: until it is full, at the end of the log, or after `maxParts`. */
export async function searchPage({ signal, onPart, isEnough, ...body }: Search): Promise<LogPage> {
  let page: LogPage = { rows: [], isFull: false }
  for (let parts = 1; ; parts += 1) {
    const after = page.until?.id ?? body.after
    const reclimit = body.reclimit - page.rows.length
    const { rows, until } = await call(ocppLogSearch, { ...body, after, reclimit }, { signal })
    signal?.throwIfAborted()
    onPart?.({ rows, isFull: until !== null, until })
    page = { rows: [...page.rows, ...rows], isFull: until !== null, until }
    const isDone = until === null || page.rows.length >= body.reclimit || parts >= maxParts
    if (isDone || isEnough?.(until)) return page
  }
}

/**
 * Returns the newest page. If nothing is known of the log, it is one part, and further ones are loaded as older
 * messages; otherwise it reaches down to what is known.
 */
export const searchHead = (
  body: PartBody,
  { known, signal }: { known: string | null; signal: AbortSignal },
): Promise<LogPage> =>
  searchPage({ ...body, signal, isEnough: ({ id }) => known === null || !isNewer(id, known) })
