import type { ComponentProps } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { TextField } from '../../ui/form/text-field.tsx'

/** Field for the six digits of the authenticator app; with `only`, recovery codes are not accepted. */
export function CodeField({ only = false, ...rest }: { only?: boolean } & ComponentProps<typeof TextField>) {
  const t = useTexts('profile')
  return (
    <TextField
      label={t('factor.code')}
      description={only ? undefined : t('factor.codeHint')}
      autoComplete="one-time-code"
      inputMode={only ? 'numeric' : undefined}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={32}
      maw={260}
      dir="ltr"
      {...rest}
    />
  )
}
