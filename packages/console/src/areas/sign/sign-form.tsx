import type { ComponentPropsWithRef } from 'react'
import { PlainButton } from '../../ui/plain-button.tsx'
import { FormFailure } from './form-failure.tsx'

/** A form with its failure above its fields, and the button that submits it below them. */
export function SignForm({
  request: { pending, failure },
  submit,
  disabled = false,
  children,
  ...form
}: ComponentPropsWithRef<'form'> & {
  request: { pending: boolean; failure: unknown }
  /** Label of the button. */
  submit: string
  /** True if it cannot be submitted yet. */
  disabled?: boolean
}) {
  return (
    <form {...form}>
      <FormFailure failure={failure} />
      {children}
      <PlainButton type="submit" main busy={pending} disabled={pending || disabled}>
        {submit}
      </PlainButton>
    </form>
  )
}
