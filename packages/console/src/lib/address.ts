import { useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router'

/**
 * The address is state: one typed hook over the query parameters. A parameter that has its default value is left
 * out of the address, an impossible value reads as the default.
 *
 *   const where = { view: oneOf(['table', 'tiles', 'map']), q: text(), page: whole(1), state: many(displayStates) }
 *   const [at, go] = useAddress(where)
 *   go({ state: ['faulted'], page: 1 })            // replaces the entry of the history
 *   go({ tab: 'log' }, { push: true })             // a step that Back takes back
 */
export interface Parameter<T> {
  read: (raw: string | null) => T
  /** Null leaves the parameter out. */
  write: (value: T) => string | null
}
// Each parameter of a table has a type of its own; `never` lets all of them in.
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

/** A whole number from 1. */
export const whole = (otherwise: number): Parameter<number> => ({
  read: (raw) => (raw !== null && /^[1-9]\d{0,8}$/.test(raw) ? Number(raw) : otherwise),
  write: (value) => (value === otherwise ? null : String(value)),
})

/** One of the words; without another default, the first. */
export const oneOf = <const T extends string>(
  words: readonly T[],
  otherwise: T = words[0] as T, // callers give at least one word
): Parameter<T> => ({
  read: (raw) => words.find((word) => word === raw) ?? otherwise,
  write: (value) => (value === otherwise ? null : value),
})

/** Any number of the words, in their order, joined by commas. */
export const many = <const T extends string>(words: readonly T[]): Parameter<T[]> => ({
  read: (raw) => {
    const given = raw === null ? [] : raw.split(',')
    return words.filter((word) => given.includes(word))
  },
  write: (value) => (value.length === 0 ? null : value.join(',')),
})

/** Free words joined by commas, or null for "as usual" (the columns of a table). */
export const list = (): Parameter<string[] | null> => ({
  read: (raw) => (raw === null ? null : raw.split(',').filter((word) => word !== '')),
  write: (value) => (value === null ? null : value.join(',')),
})

export const flag = (otherwise = false): Parameter<boolean> => ({
  read: (raw) => (raw === null ? otherwise : raw === '1'),
  write: (value) => (value === otherwise ? null : value ? '1' : '0'),
})

/** What every list keeps in its address. */
export const listParameters = {
  q: text(),
  sort: text(),
  dir: oneOf(['asc', 'desc']),
  page: whole(1),
  size: oneOf(['25', '50', '100'], '50'),
  cols: list(),
}

export function useAddress<P extends Parameters>(parameters: P): [Values<P>, Go<P>] {
  const [search, setSearch] = useSearchParams()
  const values = useMemo(() => readAddress(parameters, search), [parameters, search])
  // Changes that come faster than the page is drawn build on each other: the router knows only what was drawn.
  const newest = useRef(search)
  useLayoutEffect(() => {
    newest.current = search
  }, [search])
  const go = useCallback<Go<P>>(
    (change, how) => {
      newest.current = writeAddress(parameters, newest.current, change)
      setSearch(newest.current, { replace: how?.push !== true, preventScrollReset: true })
    },
    [parameters, setSearch],
  )
  return [values, go]
}

export function readAddress<P extends Parameters>(parameters: P, search: URLSearchParams): Values<P> {
  const entries = Object.entries(parameters).map(([name, parameter]) => [
    name,
    parameter.read(search.get(name)),
  ])
  return Object.fromEntries(entries) as Values<P> // each value comes from its own parameter
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
