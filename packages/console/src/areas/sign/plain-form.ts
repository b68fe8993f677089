import { type SyntheticEvent, useEffect, useRef, useState } from 'react'

type Values = Record<string, string | boolean>
/** What is wrong with a field, in words. */
export type Problems<V> = { [K in keyof V]?: string | null | false }

/**
 * A form of plain fields: holds the values, says what is wrong from the first try on, moves the focus to the first
 * field that is wrong. `refuse` tells what the server found; it goes when the field is changed.
 */
export function usePlainForm<V extends Values>(
  empty: V,
  check: (values: V) => Problems<V>,
  /** Whether the form is what the page is for: its first field then has the focus. */
  isMain = true,
) {
  const ref = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(empty)
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<Problems<V>>({})
  useEffect(() => {
    if (isMain) ref.current?.querySelector('input')?.focus()
  }, [isMain])

  const problems = check(values)
  const wrong = (name: keyof V): string | false => (tried && problems[name]) || refused[name] || false
  const set = (name: keyof V, value: string | boolean): void => {
    // Password managers fill several fields in one turn: each change builds on the one before.
    setValues((before) => ({ ...before, [name]: value }))
    setRefused((before) => ({ ...before, [name]: null }))
  }
  const focus = (name: string): void => ref.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()

  return {
    values,
    /** Whether this field is wrong, for fields that are drawn otherwise. */
    wrong,
    set,
    field: (name: keyof V & string) => ({
      name,
      value: String(values[name]),
      error: wrong(name),
      onChange: (event: { currentTarget: { value: string } }) => set(name, event.currentTarget.value),
    }),
    refuse(name: keyof V & string, words: string) {
      setRefused((before) => ({ ...before, [name]: words }))
      focus(name)
    },
    /** Attributes of the form element; `send` gets values that were found right. */
    form: (send: (values: V) => void) => ({
      ref,
      noValidate: true,
      onSubmit: (event: SyntheticEvent) => {
        event.preventDefault()
        setTried(true)
        const first = Object.keys(values).find((name) => problems[name])
        if (first) focus(first)
        else send(values)
      },
    }),
  }
}
