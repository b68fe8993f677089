import type { ComponentProps } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { TextField } from '../../ui/form/text-field.tsx'

/** Six digits of the authenticator app; with `only` no recovery code will do. */
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
