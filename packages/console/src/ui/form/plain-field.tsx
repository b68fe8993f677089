import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { type ComponentPropsWithoutRef, useId, useState } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { useLengthLimit } from './length-limit.tsx'
import css from './plain-field.module.css'

/**
 * A field of the sign-in: looks like the others without the library, because the first page must be light.
 * `type="password"` adds the button that shows it.
 */
export function PlainField({
  label,
  hint,
  error: wrong,
  type = 'text',
  maxLength,
  ...rest
}: { label: string; hint?: string; error?: string | null | false } & Omit<
  ComponentPropsWithoutRef<'input'>,
  'id' | 'className'
>) {
  const t = useTexts()
  const id = useId()
  const [shown, setShown] = useState(false)
  const { problem, attributes, onText } = useLengthLimit({ maxLength, type, ...rest })
  const error = problem ?? wrong
  const secret = type === 'password'
  return (
    <div className={css.field}>
      <label htmlFor={id}>{label}</label>
      <div className={css.box}>
        <input
          id={id}
          type={secret && shown ? 'text' : type}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? `${id}-words` : undefined}
          {...rest}
          {...attributes}
          onChange={(event) => {
            onText(event.currentTarget.value)
            rest.onChange?.(event)
          }}
        />
        {secret && (
          <button
            type="button"
            aria-label={t(shown ? 'sign.hide' : 'sign.show')}
            onClick={() => setShown(!shown)}
          >
            {shown ? <IconEyeOff size={18} /> : <IconEye size={18} />}
          </button>
        )}
      </div>
      {(error || hint) && (
        <p id={`${id}-words`} className={css.words} data-wrong={error ? true : undefined}>
          {error || hint}
        </p>
      )}
    </div>
  )
}
