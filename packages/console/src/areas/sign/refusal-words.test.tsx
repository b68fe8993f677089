import { render } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { ready } from '../../../test/render.tsx'
import { CallError } from '../../lib/call.ts'
import { TokenRefusal } from '../../lib/request-token.ts'
import { changeLanguage, type Language } from '../../lib/texts.ts'
import { Declined, RedirectProblem, useRefusalWords } from './refusal-words.ts'

afterEach(() => changeLanguage('en'))

async function shownText(failure: unknown, language: Language): Promise<string> {
  await ready('sign')
  await changeLanguage(language)
  const Words = () => <p>{useRefusalWords()(failure)}</p>
  return render(<Words />).container.textContent ?? ''
}
const refused = (message: string, wait = 0) =>
  new TokenRefusal({ error: 'invalid_grant', error_description: message }, wait)

describe('refusals of the server', () => {
  it.each([
    ['Login or password is wrong.', 'Benutzername oder Passwort ist falsch.'],
    [
      'You may not sign in from the address 2001:db8::7.',
      'Von der Adresse 2001:db8::7 aus dürfen Sie sich nicht anmelden.',
    ],
    [
      'You may not sign in or work from the address 192.0.2.7.',
      'Von der Adresse 192.0.2.7 aus dürfen Sie sich nicht anmelden.',
    ],
    [
      'There is no answer from Example ID at the moment. Try again shortly.',
      'Der andere Anmeldedienst antwortet nicht. Versuchen Sie es in Kürze erneut.',
    ],
    [
      'No more people can sign up here at the moment. Ask the operator of this server.',
      'Die Höchstzahl an Benutzern ist erreicht. Wenden Sie sich an den Betreiber dieses Servers.',
    ],
    ['A sentence of tomorrow.', 'A sentence of tomorrow.'],
  ])('%s', async (message, german) => {
    expect(await shownText(refused(message), 'en')).toBe(message)
    expect(await shownText(refused(message), 'de')).toBe(german)
  })

  it('show the waiting time of a temporary refusal', async () => {
    const locked = refused('Too many wrong tries. Try again in 5 minutes.', 241)
    expect(await shownText(locked, 'en')).toBe('Too many wrong tries. Try again in 5 minutes.')
    expect(await shownText(locked, 'ru')).toBe('Слишком много попыток. Попробуйте через 5 минут.')
    const often = new CallError('refused', { status: 429, message: 'too many tries', retryAfter: 42 })
    expect(await shownText(often, 'de')).toBe('Zu viele Versuche. Versuchen Sie es in 1 Minute erneut.')
  })

  it('show the reason of a refused form', async () => {
    const wrong = new Declined({ result: false, reason: 'wrong', message: 'Not valid.' })
    expect(await shownText(wrong, 'en')).toBe('Not valid.')
    expect(await shownText(wrong, 'fr')).toContain('Ce lien')
  })
})

describe('the problem of an OpenID sign-in', () => {
  it("is shown by the page's own texts, never by the text in the address", async () => {
    expect(await shownText(new RedirectProblem('Call the number below'), 'en')).toBe(
      'Your request has been canceled.',
    )
    expect(await shownText(new RedirectProblem('Call the number below'), 'de')).toBe(
      'Ihre Anfrage wurde abgebrochen.',
    )
    const late = new RedirectProblem('This sign-in took too long. Call the number below')
    expect(await shownText(late, 'en')).toBe(
      'This sign-in took too long or was started in another browser. Try again.',
    )
    const address = new RedirectProblem('You may not sign in from the address <b>here</b>.')
    expect(await shownText(address, 'en')).not.toContain('<b>')
  })
})

it.each([
  [new TypeError('Failed to fetch'), 'The server does not answer. Check that it runs, then try again.'],
  [
    new CallError('network', { message: 'Failed to fetch' }),
    'The server does not answer. Check that it runs, then try again.',
  ],
  [new CallError('empty', { message: '' }), 'API Server did not respond correctly'],
  [new CallError('refused', { status: 500, message: '' }), 'Unknown error has occurred'],
])('%s: a missing response is shown by a text of the page', async (failure, words) => {
  expect(await shownText(failure, 'en')).toBe(words)
})
