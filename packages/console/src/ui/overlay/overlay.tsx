import { useMergedRef } from '@mantine/hooks'
import {
  cloneElement,
  createContext,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
  use,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { useTexts } from '../../lib/texts.ts'
import { toast } from '../../lib/toasts.ts'
import { preloadOverlays, useOverlays } from './library.ts'
import { useHeldKeys } from './held-keys.ts'
import type { AnchoredProps, DropdownProps, Overlay, OverlayOptions } from './types.ts'

const Context = createContext<Overlay | null>(null)

function useOverlay(): Overlay {
  const overlay = use(Context)
  if (!overlay) throw new Error('a button or a dropdown is outside its menu')
  return overlay
}

export interface OverlayProps extends OverlayOptions {
  /** If it is given, the parent changes it in `onChange`. */
  opened?: boolean
  onChange?: (opened: boolean) => void
  children: ReactNode
}

/** Provides the state of a menu or popover to its button and its dropdown. */
export function OverlayRoot({
  popup,
  opened: given,
  onChange,
  children,
  ...options
}: OverlayProps & Pick<Overlay, 'popup'>) {
  const id = useId()
  const element = useRef<HTMLElement>(null)
  const [own, setOwn] = useState(false)
  const [byKeyboard, setByKeyboard] = useState(false)
  const opened = given ?? own
  const setOpened = (next: boolean): void => {
    setOwn(next)
    onChange?.(next)
  }
  const takeKeys = useHeldKeys({ id, popup, opened, onClose: () => setOpened(false) })
  return (
    <Context value={{ id, popup, options, opened, setOpened, byKeyboard, setByKeyboard, element, takeKeys }}>
      {children}
    </Context>
  )
}

interface ButtonProps {
  ref?: Ref<HTMLElement>
  onClick?: (event: MouseEvent) => void
  onKeyDown?: (event: KeyboardEvent) => void
  onPointerEnter?: (event: React.PointerEvent) => void
  onFocus?: (event: React.FocusEvent) => void
}

/** The button that opens the dropdown; pointer and focus load what it opens. */
export function OverlayTarget({ children }: { children: ReactElement<ButtonProps> }) {
  const { id, popup, opened, setOpened, setByKeyboard, element } = useOverlay()
  const { props } = children
  const ref = useMergedRef(element, props.ref)
  const toggle = (byKeyboard: boolean): void => {
    setByKeyboard(byKeyboard)
    setOpened(!opened)
  }
  return cloneElement(children, {
    id,
    ref,
    'aria-haspopup': popup,
    'aria-expanded': opened,
    'aria-controls': opened ? `${id}-dropdown` : undefined,
    onPointerEnter: (event) => {
      preloadOverlays()
      props.onPointerEnter?.(event)
    },
    onFocus: (event) => {
      preloadOverlays()
      props.onFocus?.(event)
    },
    onClick: (event) => {
      props.onClick?.(event)
      // Keys click without a count.
      toggle(event.detail === 0)
    },
    onKeyDown: (event) => {
      props.onKeyDown?.(event)
      if (popup !== 'menu' || event.key !== 'ArrowDown' || opened) return
      event.preventDefault()
      toggle(true)
    },
  } as ButtonProps & Record<string, unknown>)
}

/** The dropdown; it is loaded when one is opened for the first time. */
export function OverlayDropdown({ children, ...dropdown }: DropdownProps & { children: ReactNode }) {
  const overlay = useOverlay()
  const [wasOpened, setWasOpened] = useState(false)
  if (overlay.opened && !wasOpened) setWasOpened(true)
  return (
    wasOpened && (
      <LoadedDropdown overlay={overlay} dropdown={dropdown}>
        {children}
      </LoadedDropdown>
    )
  )
}

function LoadedDropdown({ overlay, dropdown, children }: AnchoredProps) {
  const t = useTexts()
  const { setOpened } = overlay
  const onFailed = useEffectEvent(() => {
    setOpened(false)
    toast(t('ui.noAnswer'), 'bad')
  })
  const overlays = useOverlays(overlay.opened, onFailed)
  const Anchored = overlay.popup === 'menu' ? overlays?.AnchoredMenu : overlays?.AnchoredPopover
  return (
    Anchored && (
      <Anchored overlay={overlay} dropdown={dropdown}>
        {children}
      </Anchored>
    )
  )
}
