import { IconCloudOff, IconMoodSad } from '@tabler/icons-react'
import { type ReactNode, useContext, useEffect } from 'react'
import { checkSession, useSession } from '../../lib/session.ts'
import { pageTitle } from '../../lib/page-title.ts'
import { useTexts } from '../../lib/texts.ts'
import { PlainButton, PlainLink, ReloadLink } from '../../ui/plain-button.tsx'
import { InsideShell } from '../shell/inside.ts'
import css from './status-pages.module.css'

/** Pages in place of a screen: 404, 500, a crash, a closed console, a session that could not be checked. */
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

function Home({ main }: { main?: boolean }) {
  const t = useTexts()
  return (
    <PlainLink to="/" main={main}>
      {t('pages.home')}
    </PlainLink>
  )
}

export function NotFound() {
  const t = useTexts()
  return (
    <StatusPage code="404" title={t('pages.notFound')} lead={t('pages.notFoundLead')}>
      <Home main />
    </StatusPage>
  )
}

export function Unexpected({ detail, onRetry }: { detail?: string; onRetry?: () => void }) {
  const t = useTexts()
  return (
    <StatusPage code="500" title={t('pages.unexpected')} lead={detail || t('pages.unexpectedLead')}>
      {onRetry && (
        <PlainButton main onClick={onRetry}>
          {t('ui.retry')}
        </PlainButton>
      )}
      <Home />
    </StatusPage>
  )
}

export function Whoops({ detail }: { detail: string }) {
  const t = useTexts()
  return (
    <StatusPage
      icon={<IconMoodSad size={40} stroke={1.4} />}
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
      {/* A plain link: the router may be what broke. */}
      <ReloadLink to="/">{t('pages.home')}</ReloadLink>
    </StatusPage>
  )
}

/** The server did not answer what the page needs. */
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

export function Forbidden({ detail }: { detail?: string }) {
  const t = useTexts()
  return (
    <StatusPage code="403" title={t('pages.forbidden')} lead={detail || t('pages.forbiddenLead')}>
      <Home main />
    </StatusPage>
  )
}

/** The server did not answer the question who is signed in; the token stays. */
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
