import { startTransition, useDeferredValue, useEffect, useMemo, useState } from 'react'

/** New rows of one frame: the layout of twenty takes too long. */
const maxNew = 10
const none: ReadonlySet<string> = new Set()

/**
 * Returns the rows to render: the first ones, and in each further frame some more. React renders them in
 * parts, between which the page responds, and the layout of no frame contains many new rows.
 */
export function useRowsInSteps<Row>(all: readonly Row[], rowId: (row: Row) => string): readonly Row[] {
  const rows = useDeferredValue(all, all.slice(0, maxNew))
  const [rendered, setRendered] = useState(none)
  const part = useMemo(() => withNewRows(rows, rowId, rendered), [rows, rowId, rendered])
  useEffect(() => {
    const isKnown = rendered.size <= part.length && part.every((row) => rendered.has(rowId(row)))
    if (isKnown) return undefined
    // The browser may skip frames: without this, the rows of several steps would be in one.
    const frame = requestAnimationFrame(() => startTransition(() => setRendered(new Set(part.map(rowId)))))
    return () => cancelAnimationFrame(frame)
  }, [part, rowId, rendered])
  return part
}

/** Returns the rows up to the last one that can be shown if at most `maxNew` of them are not rendered yet. */
export function withNewRows<Row>(
  rows: readonly Row[],
  rowId: (row: Row) => string,
  rendered: ReadonlySet<string>,
): readonly Row[] {
  let left = maxNew
  const end = rows.findIndex((row) => !rendered.has(rowId(row)) && --left < 0)
  return end < 0 ? rows : rows.slice(0, end)
}
