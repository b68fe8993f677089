import { openIdAuthorize, openIdCodes } from '@stationmaster/contract'
import { useLocation } from 'react-router'
import { pageConfig } from '../../lib/page-config.ts'
import { useRedirectState } from '../../lib/redirect-state.ts'
import { useLanguage, useTexts } from '../../lib/texts.ts'
import { ReloadLink } from '../../ui/plain-button.tsx'

/** Signs in again at a provider: the browser leaves, and returns to this page with a fresh sign-in. */
export function ReauthenticateAtProvider() {
  const t = useTexts('profile')
  const { pathname, search } = useLocation()
  const locale = useLanguage()
  const { state, remember } = useRedirectState()
  const { google, openid, apiDomain } = pageConfig()
  const names = { google: google ? 'Google' : '', oidc: openid }
  return openIdCodes
    .filter((code) => names[code])
    .map((provider) => {
      const query = new URLSearchParams({ provider, locale, to: pathname + search, fresh: '1', state })
      return (
        <ReloadLink
          key={provider}
          to={`${apiDomain}${openIdAuthorize.path}?${query.toString()}`}
          onClick={remember}
        >
          {t('fresh.elsewhere', { name: names[provider] })}
        </ReloadLink>
      )
    })
}
