import { Button as MantineButton, type ButtonProps as MantineButtonProps } from '@mantine/core'
import type { ComponentPropsWithoutRef, MouseEventHandler, ReactNode, Ref } from 'react'
import { Link } from 'react-router'

/**
 * Buttons. One filled (`primary`) at most per page; `danger` only for what destroys.
 *
 *   <Button kind="primary" icon={<IconPlus size={16} />} onClick={...}>…</Button>
 *   <LinkButton to={addressOf('/crm/station', [id])}>…</LinkButton>
 *   <IconButton label={t('ui.edit')} onClick={...}><IconPencil size={18} /></IconButton>
 */
export type ButtonKind = 'primary' | 'plain' | 'quiet' | 'danger'

interface Look {
  kind?: ButtonKind
  small?: boolean
  icon?: ReactNode
}

const variants = {
  primary: { variant: 'filled' },
  plain: { variant: 'default' },
  quiet: { variant: 'subtle', color: 'gray' },
  danger: { variant: 'filled', color: 'red' },
} as const

const looked = ({ kind = 'plain', small, icon }: Look): MantineButtonProps => ({
  ...variants[kind],
  size: small ? 'xs' : 'sm',
  leftSection: icon,
})

export type ButtonProps = Look &
  Omit<ComponentPropsWithoutRef<'button'>, 'color'> & { loading?: boolean; ref?: Ref<HTMLButtonElement> }

export function Button({ kind, small, icon, type = 'button', ...rest }: ButtonProps) {
  return <MantineButton type={type} {...looked({ kind, small, icon })} {...rest} />
}

export function LinkButton({
  kind,
  small,
  icon,
  to,
  children,
  ...rest
}: Look & { to: string; children: ReactNode; onClick?: MouseEventHandler; 'aria-label'?: string }) {
  return (
    <MantineButton component={Link} to={to} {...looked({ kind, small, icon })} {...rest}>
      {children}
    </MantineButton>
  )
}

export { IconButton } from './icon-button.tsx'
