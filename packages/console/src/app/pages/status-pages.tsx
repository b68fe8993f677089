import { IconCloudOff } from '@tabler/icons-react'
import { type ReactNode, useContext, useEffect } from 'react'
import { checkSession, useSession } from '../../lib/session.ts'
import { pageTitle } from '../../lib/page-title.ts'
import { useTexts } from '../../lib/texts.ts'
import { PlainButton, ReloadLink } from '../../ui/plain-button.tsx'
import { InsideShell } from '../shell/inside.ts'
import css from './status-pages.module.css'

/**
 * A page in place of a screen. This file holds the pages that may be all the browser has loaded of the
 * console.
 */
export function StatusPage({
  icon,
  code,
  title,
  lead,
  children,
}: {
  icon?: ReactNode
  code?: string
  title: string
  lead?: ReactNode
  children?: ReactNode
}) {
  useEffect(() => {
    document.title = pageTitle(title)
  }, [title])
  const Frame = useContext(InsideShell) ? 'div' : 'main'
  return (
    <Frame className={css.page}>
      {code ? <p className={css.code}>{code}</p> : icon && <div className={css.icon}>{icon}</div>}
      <h1 tabIndex={-1}>{title}</h1>
      {lead && <div className={css.lead}>{lead}</div>}
      <div className={css.actions}>{children}</div>
    </Frame>
  )
}

export function Whoops({ detail }: { detail: string }) {
  const t = useTexts()
  return (
    <StatusPage
      title={t('pages.whoops')}
      lead={
        <>
          <p>{t('pages.whoopsLead')}</p>
          <pre className={css.detail} dir="ltr">
            {detail}
          </pre>
        </>
      }
    >
      <PlainButton main onClick={() => window.location.reload()}>
        {t('pages.reload')}
      </PlainButton>
      {/* A plain link, because the router may be what failed. */}
      <ReloadLink to="/">{t('pages.home')}</ReloadLink>
    </StatusPage>
  )
}

/** Shown if the server did not send what the page needs. */
export function NoAnswer({ onRetry }: { onRetry: () => void }) {
  const t = useTexts()
  return (
    <StatusPage
      icon={<IconCloudOff size={40} stroke={1.4} />}
      title={t('ui.noAnswer')}
      lead={t('ui.noAnswerLead')}
    >
      <PlainButton main onClick={onRetry}>
        {t('ui.retry')}
      </PlainButton>
    </StatusPage>
  )
}

export function NewVersion() {
  const t = useTexts()
  return (
    <StatusPage title={t('pages.unexpected')} lead={t('pages.newVersion')}>
      <PlainButton main onClick={() => window.location.reload()}>
        {t('pages.reload')}
      </PlainButton>
    </StatusPage>
  )
}

/** Shown if the server did not confirm the session; the token is retained. */
export function CheckFailed() {
  const t = useTexts()
  const session = useSession()
  const detail = session.phase === 'error' ? session.message : null
  return (
    <StatusPage
      icon={<IconCloudOff size={40} stroke={1.4} />}
      title={t('sign.checkFailed')}
      lead={
        <>
          <p>{t('sign.checkFailedLead')}</p>
          {detail && <p className="mono">{detail}</p>}
        </>
      }
    >
      <PlainButton main onClick={() => void checkSession()}>
        {t('ui.retry')}
      </PlainButton>
    </StatusPage>
  )
}
