import { useTexts } from '../../lib/texts.ts'
import { PlainButton, PlainLink } from '../../ui/plain-button.tsx'
import { StatusPage } from './status-pages.tsx'

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

/** Shown for a page that the user may not open, or whose area is switched off for all users. */
export function Forbidden({ detail, isOff }: { detail?: string; isOff?: boolean }) {
  const t = useTexts()
  const lead = detail || t(isOff ? 'pages.areaOffLead' : 'pages.forbiddenLead')
  return (
    <StatusPage
      code={isOff ? undefined : '403'}
      title={t(isOff ? 'pages.areaOff' : 'pages.forbidden')}
      lead={lead}
    >
      <Home main />
    </StatusPage>
  )
}
