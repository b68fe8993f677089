import { ActionIcon } from '@mantine/core'
import type { ComponentPropsWithoutRef, Ref } from 'react'
import { Tooltip } from './overlay/tooltip.tsx'
import css from './icon-button.module.css'

/** A button that is only an icon: `<IconButton label={t('ui.edit')} onClick={…}><IconPencil size={18} /></IconButton>` */
export type IconButtonProps = Omit<ComponentPropsWithoutRef<'button'>, 'color'> & {
  /** Accessible name, also shown as a tooltip. */
  label: string
  small?: boolean
  tip?: boolean
  ref?: Ref<HTMLButtonElement>
}

export function IconButton({
  label,
  small = false,
  tip = true,
  children,
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  const button = (
    <ActionIcon
      variant="subtle"
      color="gray"
      className={className ? `${css.icon} ${className}` : css.icon}
      size={small ? 28 : 36}
      aria-label={label}
      type={type}
      {...rest}
    >
      {children}
    </ActionIcon>
  )
  return tip ? <Tooltip label={label}>{button}</Tooltip> : button
}
