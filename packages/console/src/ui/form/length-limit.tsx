import { type ComponentType, type ReactNode, useState } from 'react'
import { useTexts } from '../../lib/texts.ts'

interface LimitedProps {
  maxLength?: number
  value?: unknown
  defaultValue?: unknown
  type?: string
}

/**
 * Checks the maximum length of a field instead of the browser, which truncates pasted text silently. Returns
 * the error text or null, the attributes of the input, and `onText` for changes. A form with a field that is
 * too long is not submitted.
 */
export function useLengthLimit({
  maxLength = Number.POSITIVE_INFINITY,
  value,
  defaultValue,
  type,
}: LimitedProps) {
  const t = useTexts()
  const [typed, setTyped] = useState(defaultValue)
  const text = String(value ?? typed ?? '')
  // Surrounding spaces of a text are not sent; those of a password are.
  const counted = type === 'password' ? text : text.trim()
  // Code points, as JSON Schema counts them; there are never more of them than code units.
  const length = counted.length > maxLength ? [...counted].length : 0
  const isOver = length > maxLength
  return {
    problem: isOver ? t('ui.tooLong', { length, most: maxLength }) : null,
    attributes: { 'data-too-long': isOver || undefined },
    onText: setTyped,
  }
}

interface FieldProps extends LimitedProps {
  error?: ReactNode
}

type Typed = string | { currentTarget: { value: string } }

/** Returns the field with `maxLength` as a check with a message (`useLengthLimit`) instead of the browser's. */
export function withLengthLimit<P extends FieldProps>(Field: ComponentType<P>, type?: 'password') {
  return function LimitedField(props: P) {
    const { maxLength: _most, ...rest } = props
    const { problem, attributes, onText } = useLengthLimit({ type, ...props })
    const { onChange } = rest as { onChange?: (typed: Typed) => void }
    return (
      <Field
        {...(rest as unknown as P)}
        {...attributes}
        error={problem ?? rest.error}
        onChange={(typed: Typed) => {
          onText(typeof typed === 'string' ? typed : typed.currentTarget.value)
          onChange?.(typed)
        }}
      />
    )
  }
}

// One rule for every form, however it is submitted: the first field that is too long gets the focus instead.
document.addEventListener(
  'submit',
  (event) => {
    const wrong = (event.target as HTMLElement).querySelector<HTMLElement>('[data-too-long]')
    if (!wrong) return
    event.preventDefault()
    event.stopPropagation()
    wrong.focus()
  },
  true,
)
