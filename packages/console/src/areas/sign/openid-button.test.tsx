import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { show } from '../../../test/render.tsx'
import { applyPageConfig } from '../../lib/page-config.ts'
import { OpenIdButtons } from './openid-button.tsx'

afterEach(() => void applyPageConfig({}))

const links = () =>
  screen
    .getAllByRole('link', { name: /^Sign in with/ })
    .map((link) => [link.textContent, link.getAttribute('href')?.replace(/&state=[\w-]{32}/, '&state=')])

// Proves S1.10
it('links to the configured providers, in the language of the page', async () => {
  applyPageConfig({ google: true, openid: 'Example ID' })
  await show(<OpenIdButtons />, { at: '/signin', texts: ['sign'] })
  expect(links()).toEqual([
    ['Sign in with Google', '/oauth2/authorize?provider=google&locale=en&state='],
    ['Sign in with Example ID', '/oauth2/authorize?provider=oidc&locale=en&state='],
  ])
  expect(screen.getByRole('link', { name: /terms/ }).getAttribute('href')).toBe('/terms')
})

it('passes the page to return to, with an API on another host', async () => {
  applyPageConfig({ openid: 'Example ID', apiDomain: 'https://api.example.org', signUp: false })
  await show(<OpenIdButtons />, { at: '/crm/cards?q=a', texts: ['sign'] })
  expect(links()).toEqual([
    [
      'Sign in with Example ID',
      'https://api.example.org/oauth2/authorize?provider=oidc&locale=en&state=&to=%2Fcrm%2Fcards%3Fq%3Da',
    ],
  ])
  expect(screen.queryByRole('link', { name: /terms/ })).toBeNull()
})
