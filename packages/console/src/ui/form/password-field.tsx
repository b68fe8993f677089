import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { withLengthLimit } from './length-limit.tsx'

const LimitedInput = withLengthLimit(PasswordInput, 'password')

/** A password with a button that shows it; the label of the button names its next action. */
export function PasswordField(props: PasswordInputProps) {
  const t = useTexts()
  const [shown, setShown] = useState(false)
  return (
    <LimitedInput
      visible={shown}
      onVisibilityChange={setShown}
      visibilityToggleButtonProps={{
        'aria-label': t(shown ? 'sign.hide' : 'sign.show'),
        'aria-hidden': false,
        tabIndex: 0,
      }}
      {...props}
    />
  )
}
