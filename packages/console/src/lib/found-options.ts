import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'

/** Value and label of an option. */
type Option = readonly [value: string, label: string]

/**
 * Returns the text to search for, and a function that returns the properties of a select field with the options that
 * the server found. `present` are the stored options, which may not be among them.
 */
export function useFoundOptions({ isMultiple = false }: { isMultiple?: boolean } = {}) {
  const [text, setText] = useState('')
  const [searched] = useDebouncedValue(text, 250)
  const [picked, setPicked] = useState<readonly Option[]>([])
  const fieldOf = (found: readonly Option[], present: readonly Option[] = []) => {
    // The label of the selected option must not change: the field replaces the typed text by a new one.
    const options = new Map([...found, ...present, ...picked])
    const labels = [...options.values()]
    return {
      data: [...options].map(([value, label]) => ({ value, label })),
      searchable: true,
      // The server has filtered already.
      filter: <Found>({ options: all }: { options: Found }): Found => all,
      onOptionSubmit: (value: string) =>
        setPicked((before) => [...(isMultiple ? before : []), [value, options.get(value) ?? value]]),
      // The field reports the label of a selected option too.
      onSearchChange: (next: string) => setText(labels.includes(next) ? '' : next),
    }
  }
  return { searched, fieldOf }
}
