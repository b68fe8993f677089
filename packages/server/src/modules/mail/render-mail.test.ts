import { locales, mailKinds } from '@stationmaster/contract'
import { describe, expect, test } from 'vitest'
import { escapeHtml, fillLink, mailLocale, renderMail } from './render-mail.ts'

const origin = 'https://charging.example.org'

describe.each(locales)('mails in %s', (locale) => {
  test.each(mailKinds)('%s is whole in text and HTML', (kind) => {
    const { subject, text, html } = renderMail(kind, locale, origin)
    expect(subject.length).toBeGreaterThan(8)
    expect(subject.length).toBeLessThan(70)
    expect(text.endsWith(`${origin}\n`)).toBe(true)
    expect(html.startsWith('<!doctype html>')).toBe(true)
    const hasButton = kind !== 'email-in-use' && kind !== 'email-changed'
    expect(text.includes('{link}')).toBe(hasButton)
    expect(html.split('{link}').length).toBe(hasButton ? 4 : 1)
    expect(fillLink(html, escapeHtml('https://x/?a=1&b="'))).not.toMatch(/&b|\{link\}/)
  })
})

test('every language says it in its own words', () => {
  for (const kind of mailKinds)
    expect(new Set(locales.map((locale) => renderMail(kind, locale, origin).text)).size).toBe(locales.length)
})

test('an open link stands in the mail, escaped in HTML', () => {
  const { text, html } = renderMail('login-taken', 'en', origin, `${origin}/signup?a=1&b=2`)
  expect(text).toContain(`${origin}/signup?a=1&b=2`)
  expect(html).toContain(`href="${origin}/signup?a=1&#38;b=2"`)
})

test('a language without mails is English', () => {
  expect(mailLocale('ru')).toBe('ru')
  for (const code of ['pl', 'constructor', '']) expect(mailLocale(code)).toBe('en')
})
