import { IconPlayerPlay } from '@tabler/icons-react'
import { Button } from '../buttons.tsx'
import { Menu } from '../menu.tsx'
import css from './method-items.module.css'
import { type MethodsProps, useMethods } from './use-methods.ts'

/** The methods of an object as entries of its menu; those that are not possible now say why. */
export function MethodItems(props: MethodsProps) {
  return useMethods(props).map(({ code, label, icon, color, run, reason }) => (
    <Menu.Item
      key={code}
      disabled={reason !== undefined}
      color={color}
      leftSection={icon ?? <IconPlayerPlay size={16} />}
      onClick={run}
    >
      {label}
      {reason !== undefined && <small className={css.reason}>{reason}</small>}
    </Menu.Item>
  ))
}

/** The methods of an object as buttons. */
export function MethodButtons({ small, ...props }: MethodsProps & { small?: boolean }) {
  return useMethods(props).map(({ code, label, icon, run, reason }) => (
    <Button
      key={code}
      small={small}
      icon={icon}
      disabled={reason !== undefined}
      title={reason}
      aria-description={reason}
      onClick={run}
    >
      {label}
    </Button>
  ))
}
