import { openIdAuthorize, type openIdCodes } from '@stationmaster/contract'
import { IconBrandGoogle, IconLogin2 } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { pageConfig } from '../../lib/page-config.ts'
import { useRedirectState } from '../../lib/redirect-state.ts'
import { addressOf } from '../../lib/screen.ts'
import { useLanguage, useTexts } from '../../lib/texts.ts'
import { ReloadLink } from '../../ui/plain-button.tsx'
import css from './openid-button.module.css'

/** Sign-in by OpenID: a button for each configured provider. */
export function OpenIdButtons() {
  const t = useTexts('sign')
  const { google, openid, signUp } = pageConfig()
  return (
    <div className={css.elsewhere}>
      <p className={css.or}>{t('elsewhere.or')}</p>
      {google && (
        <ProviderLink code="google" icon={<IconBrandGoogle size={18} />}>
          {t('elsewhere.with', { name: 'Google' })}
        </ProviderLink>
      )}
      {openid && (
        <ProviderLink code="oidc" icon={<IconLogin2 size={18} />}>
          {t('elsewhere.with', { name: openid })}
        </ProviderLink>
      )}
      {signUp && (
        <p className={css.terms}>
          {t('elsewhere.accept')} <Link to={addressOf('/terms')}>{t('signUp.terms')}</Link>.
        </p>
      )}
    </div>
  )
}

function ProviderLink({
  code,
  icon,
  children,
}: {
  code: (typeof openIdCodes)[number]
  icon: ReactNode
  children: string
}) {
  const { pathname, search } = useLocation()
  const { state, remember } = useRedirectState()
  const query = new URLSearchParams({ provider: code, locale: useLanguage(), state })
  // The sign-in replaces the page that was requested.
  if (pathname !== '/' && pathname !== '/signin') query.set('to', pathname + search)
  return (
    <ReloadLink
      to={`${pageConfig().apiDomain}${openIdAuthorize.path}?${query.toString()}`}
      onClick={remember}
    >
      <span className={css.words}>
        {icon}
        {children}
      </span>
    </ReloadLink>
  )
}
