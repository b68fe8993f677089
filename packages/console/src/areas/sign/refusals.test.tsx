import { render } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { ready } from '../../../test/render.tsx'
import { CallError } from '../../lib/call.ts'
import { applyPageConfig } from '../../lib/page-config.ts'
import { onRefusal } from '../../lib/refusal.ts'
import { requestToken } from '../../lib/request-token.ts'
import { changeLanguage, type Language } from '../../lib/texts.ts'
import { translateRefusal } from '../../lib/translate-refusal.ts'
import { codeOf, declinedBy, useFailureWords } from './refusals.ts'

beforeAll(async () => {
  await ready('sign')
  onRefusal(translateRefusal)
  applyPageConfig({ authorize: true, debug: false })
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await changeLanguage('en')
})

function shownText(failure: unknown): string {
  const Words = () => <p>{useFailureWords()(failure)}</p>
  return render(<Words />).container.textContent ?? ''
}

async function refusedToken(body: object, language: Language, status = 401): Promise<unknown> {
  await changeLanguage(language)
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(body, { status })))
  return requestToken({ grant_type: 'password' }).catch((thrown: unknown) => thrown)
}

describe('a refusal of the token endpoint', () => {
  it.each<[Language, string]>([
    ['en', 'Login or password is wrong.'],
    ['de', 'Benutzername oder Passwort ist falsch.'],
  ])('is translated by its code: %s', async (language, words) => {
    const body = {
      error: 'invalid_grant',
      error_description: 'Message of the server.',
      code: 'sign_in.credentials_wrong',
    }
    const failure = await refusedToken(body, language)
    expect(codeOf(failure)).toBe('sign_in.credentials_wrong')
    expect(shownText(failure)).toBe(words)
  })

  it('shows the parameters of its message', async () => {
    const body = {
      error: 'invalid_grant',
      error_description: 'Locked.',
      code: 'sign_in.too_many_attempts',
      params: { minutes: 5 },
    }
    const failure = await refusedToken(body, 'ru', 429)
    expect(failure).toMatchObject({ waitSeconds: 60 })
    expect(shownText(failure)).toBe('Слишком много неудачных попыток. Попробуйте через 5 мин.')
  })

  it('because the server is busy is shown as such, not as a missing response', async () => {
    const body = {
      error: 'temporarily_unavailable',
      error_description: 'Busy.',
      code: 'sign_in.server_busy',
    }
    const failure = await refusedToken(body, 'de', 503)
    expect(failure).toMatchObject({ code: 'sign_in.server_busy', waitSeconds: 60 })
    expect(shownText(failure)).toBe(
      'Zurzeit melden sich zu viele Benutzer an. Versuchen Sie es in einigen Sekunden erneut.',
    )
  })

  it('of a proxy with status 503 is a missing response', async () => {
    const failure = await refusedToken({ error: 'no upstream' }, 'en', 503)
    expect(shownText(failure)).toBe('The server does not answer. Check that it runs, then try again.')
  })

  it('with an unknown code shows the message of the server', async () => {
    const body = { error: 'invalid_grant', error_description: 'Of a newer server.', code: 'sign_in.newer' }
    expect(shownText(await refusedToken(body, 'de'))).toBe('Of a newer server.')
  })

  it('without a code shows its description', async () => {
    const body = { error: 'access_denied', error_description: 'Of a proxy.' }
    const failure = await refusedToken(body, 'en', 403)
    expect(codeOf(failure)).toBe('access_denied')
    expect(shownText(failure)).toBe('Of a proxy.')
  })
})

it('a refused form shows the text of its code', async () => {
  await changeLanguage('fr')
  const declined = await declinedBy({ result: false, message: 'Not valid.', code: 'email_link.invalid' })
  expect(codeOf(declined)).toBe('email_link.invalid')
  expect(shownText(declined)).toBe('Ce lien n’est pas valide ou a expiré. Demandez-en un nouveau.')
})

it.each([
  [new TypeError('Failed to fetch'), 'The server does not answer. Check that it runs, then try again.'],
  [
    new CallError('network', { message: 'Failed to fetch' }),
    'The server does not answer. Check that it runs, then try again.',
  ],
  [new CallError('empty', { message: '' }), 'API Server did not respond correctly'],
  [new CallError('refused', { status: 500, message: '' }), 'Unknown error has occurred'],
])('%s: a missing response is shown by a text of the page', (failure, words) => {
  expect(shownText(failure)).toBe(words)
})
