import { type SyntheticEvent, useEffect, useRef, useState } from 'react'

type Values = Record<string, string | boolean>
/** Error messages by field. */
export type Problems<V> = { [K in keyof V]?: string | null | false }

/**
 * Form of plain fields: holds the values, shows errors from the first submission on, and moves the focus to
 * the first invalid field. `refuse` sets an error from the server, which is cleared when the field changes.
 */
export function usePlainForm<V extends Values>(
  empty: V,
  check: (values: V) => Problems<V>,
  /** True if the form is the purpose of the page: its first field then receives the focus. */
  isMain = true,
) {
  const ref = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(empty)
  const [isSubmitted, setSubmitted] = useState(false)
  const [refused, setRefused] = useState<Problems<V>>({})
  useEffect(() => {
    if (isMain) ref.current?.querySelector('input')?.focus()
  }, [isMain])

  const problems = check(values)
  const wrong = (name: keyof V): string | false => (isSubmitted && problems[name]) || refused[name] || false
  const set = (name: keyof V, value: string | boolean): void => {
    // Password managers fill several fields in one tick, so each change builds on the one before.
    setValues((before) => ({ ...before, [name]: value }))
    setRefused((before) => ({ ...before, [name]: null }))
  }
  const focus = (name: string): void => ref.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()

  return {
    values,
    /** Returns the error of a field, for controls that do not use `field`. */
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
    /** Attributes of the form element; `send` receives valid values. */
    form: (send: (values: V) => void) => ({
      ref,
      noValidate: true,
      onSubmit: (event: SyntheticEvent) => {
        event.preventDefault()
        setSubmitted(true)
        const first = Object.keys(values).find((name) => problems[name])
        if (first) focus(first)
        else send(values)
      },
    }),
  }
}
