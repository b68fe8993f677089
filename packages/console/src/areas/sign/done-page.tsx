import { IconCircleCheck } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { addressOf } from '../../lib/screen.ts'
import { useTexts } from '../../lib/texts.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { PlainLink } from '../../ui/plain-button.tsx'
import { SignPage } from './sign-page.tsx'
import css from './sign-page.module.css'

/** The result of a completed form and a link to continue, by default to the sign-in. Announced, and receives the focus. */
export function DonePage({
  title,
  words,
  to = addressOf('/signin'),
  link,
  children,
}: {
  title: string
  words: string
  to?: string
  link?: string
  children?: ReactNode
}) {
  const t = useTexts('sign')
  const message = useRef<HTMLDivElement>(null)
  useEffect(() => message.current?.focus(), [])
  return (
    <SignPage title={title}>
      <div className={css.done}>
        <div ref={message} tabIndex={-1}>
          <Notice tone="good" icon={<IconCircleCheck size={18} />}>
            {words}
          </Notice>
        </div>
        {children}
        <PlainLink main to={to}>
          {link ?? t('setup.toSignIn')}
        </PlainLink>
      </div>
    </SignPage>
  )
}
