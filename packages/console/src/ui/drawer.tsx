import { Drawer as MantineDrawer } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { useTexts } from '../lib/texts.ts'
import css from './drawer.module.css'
import { useEscape } from './feedback/leaving.ts'

/**
 * A panel at the side: the menu on small screens (`start`), details next to a list (`end`). With `title` it
 * has a header and a close button; without it needs `label`. On phones the `end` panel is a sheet over the
 * page.
 */
export function Drawer({
  side = 'end',
  title,
  label,
  onClose,
  wide = false,
  children,
}: {
  side?: 'start' | 'end'
  title?: ReactNode
  label?: string
  onClose: () => void
  wide?: boolean
  children: ReactNode
}) {
  const t = useTexts()
  const root = useRef<HTMLDivElement>(null)
  useEscape(root, onClose)
  return (
    <MantineDrawer.Root
      ref={root}
      opened
      onClose={onClose}
      closeOnEscape={false}
      position={side === 'start' ? 'left' : 'right'}
      size={side === 'start' ? 264 : wide ? 640 : 380}
      transitionProps={{ duration: 200 }}
      classNames={{
        header: css.header,
        body: title === undefined ? css.bare : css.body,
      }}
    >
      <MantineDrawer.Overlay />
      <MantineDrawer.Content aria-label={title === undefined ? label : undefined}>
        {title !== undefined && (
          <MantineDrawer.Header role="presentation">
            <MantineDrawer.Title>{title}</MantineDrawer.Title>
            <MantineDrawer.CloseButton iconSize={20} aria-label={t('ui.close')} />
          </MantineDrawer.Header>
        )}
        <MantineDrawer.Body>{children}</MantineDrawer.Body>
      </MantineDrawer.Content>
    </MantineDrawer.Root>
  )
}
