import { startTransition, useCallback, useLayoutEffect, useMemo, useOptimistic, useRef } from 'react'
import { useLocation, useNavigation, useSearchParams } from 'react-router'

/**
 * The address is state: one typed hook over the query parameters. A parameter with its default value is
 * omitted from the address, an invalid value reads as the default.
 *
 *   const where = { view: oneOf(['table', 'tiles', 'map']), q: text(), page: whole(1), state: many() }
 *   const [at, go] = useAddress(where)
 *   go({ state: ['faulted'], page: 1 })            // replaces the entry of the history
 *   go({ tab: 'log' }, { push: true })             // a step that Back undoes
 */
export interface Parameter<T> {
  read: (raw: string | null) => T
  /** Returns null to omit the parameter. */
  write: (value: T) => string | null
}
// Each parameter of a table has its own type; `never` accepts all of them.
export type Parameters = Record<
  string,
  { read: (raw: string | null) => unknown; write: (value: never) => string | null }
>
export type Values<P extends Parameters> = { [K in keyof P]: ReturnType<P[K]['read']> }
export type Go<P extends Parameters> = (change: Partial<Values<P>>, how?: { push?: boolean }) => void

export const text = (otherwise = ''): Parameter<string> => ({
  read: (raw) => raw ?? otherwise,
  write: (value) => (value === otherwise ? null : value),
})

/** The largest number of a transaction in OCPP 1.6. */
const largestWhole = 2 ** 31 - 1

/** An integer from 1 to 2,147,483,647. */
export const whole = (otherwise: number): Parameter<number> => ({
  read: (raw) =>
    raw !== null && /^[1-9]\d{0,9}$/.test(raw) && Number(raw) <= largestWhole ? Number(raw) : otherwise,
  write: (value) => (value === otherwise ? null : String(value)),
})

/** A parameter with one of these values. */
export interface Choice<T extends string> extends Parameter<T> {
  words: readonly T[]
}

/** One of the values; the default is the first unless another is given. */
export const oneOf = <const T extends string>(
  words: readonly T[],
  otherwise: T = words[0] as T, // callers pass at least one value
): Choice<T> => ({
  words,
  read: (raw) => words.find((word) => word === raw) ?? otherwise,
  write: (value) => (value === otherwise ? null : value),
})

/** Any number of codes, separated by commas. */
export const many = (): Parameter<string[]> => ({
  read: (raw) => (raw ?? '').split(',').filter((word) => word !== ''),
  write: (value) => (value.length === 0 ? null : value.join(',')),
})

/** Free values separated by commas, or null for the default (the columns of a table). */
export const list = (): Parameter<string[] | null> => ({
  read: (raw) => (raw === null ? null : raw.split(',').filter((word) => word !== '')),
  write: (value) => (value === null ? null : value.join(',')),
})

export const flag = (otherwise = false): Parameter<boolean> => ({
  read: (raw) => (raw === null ? otherwise : raw === '1'),
  write: (value) => (value === otherwise ? null : value ? '1' : '0'),
})

/** Parameters of every list. */
export const listParameters = {
  q: text(),
  sort: text(),
  dir: oneOf(['asc', 'desc']),
  page: whole(1),
  size: oneOf(['25', '50', '100'], '50'),
  cols: list(),
}

export type ListParameters = typeof listParameters
/** Parameters in the address of one list: those of every list and its own. */
export type ListAddress = Values<ListParameters>

export function useAddress<P extends Parameters>(parameters: P): [Values<P>, Go<P>] {
  const [search, setSearch] = useSearchParams()
  // The router renders a navigation later, which would put the old text back into a field.
  const [shown, show] = useOptimistic(search)
  const values = useMemo(() => readAddress(parameters, shown), [parameters, shown])
  // Changes made before the next render build on each other: the router only knows the rendered address.
  const newest = useRef(search)
  const isLeaving = useRef(false)
  const { pathname } = useLocation()
  const { location: next } = useNavigation()
  useLayoutEffect(() => {
    newest.current = search
    isLeaving.current = next !== undefined && next.pathname !== pathname
  }, [search, next, pathname])
  const go = useCallback<Go<P>>(
    (change, how) => {
      // A field may report its text while the next page is loading: a navigation would cancel that one.
      if (isLeaving.current) return
      const next = writeAddress(parameters, newest.current, change)
      newest.current = next
      startTransition(() => {
        show(next)
        setSearch(next, { replace: how?.push !== true, preventScrollReset: true })
      })
    },
    [parameters, show, setSearch],
  )
  return [values, go]
}

export function readAddress<P extends Parameters>(parameters: P, search: URLSearchParams): Values<P> {
  const entries = Object.entries(parameters).map(([name, parameter]) => [
    name,
    parameter.read(search.get(name)),
  ])
  return Object.fromEntries(entries) as Values<P> // each value comes from the parameter of the same name
}

export function writeAddress<P extends Parameters>(
  parameters: P,
  search: URLSearchParams,
  change: Partial<Values<P>>,
): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const [name, value] of Object.entries(change)) {
    const written = parameters[name]?.write(value as never) ?? null // typed by Values
    if (written === null) next.delete(name)
    else next.set(name, written)
  }
  return next
}
