import {
  locales,
  mailKinds,
  mailKindsWithoutLink,
  mailTextParts,
  mailTextPath,
  mailTextProblem,
} from '@stationmaster/contract'
import { describe, expect, test } from 'vitest'
import { mailTexts } from './own-texts.ts'
import { escapeHtml } from '../../shared/escape-html.ts'
import { fillLink, mailLocale, renderMail } from './render-mail.ts'

const origin = 'https://charging.example.org'

describe.each(locales)('mails in %s', (locale) => {
  test.each(mailKinds)('%s is complete in text and HTML', (kind) => {
    const { subject, text, html } = renderMail(kind, locale, { origin })
    expect(subject.length).toBeGreaterThan(8)
    expect(subject.length).toBeLessThan(70)
    expect(text.endsWith(`${origin}\n`)).toBe(true)
    // no line breaks before French punctuation
    if (locale === 'fr') expect(text).not.toMatch(/ [:;!?»]|« /)
    expect(html.startsWith('<!doctype html>')).toBe(true)
    const hasButton = !mailKindsWithoutLink.includes(kind)
    expect(text.includes('{link}')).toBe(hasButton)
    expect(html.split('{link}').length).toBe(hasButton ? 4 : 1)
    expect(fillLink(html, escapeHtml('https://x/?a=1&b="'))).not.toMatch(/&b|\{link\}/)
  })
})

test('has its own texts in every language', () => {
  for (const kind of mailKinds)
    expect(new Set(locales.map((locale) => renderMail(kind, locale, { origin }).text)).size).toBe(
      locales.length,
    )
})

test('includes an open link, escaped in HTML', () => {
  const { text, html } = renderMail('login-taken', 'en', {
    origin,
    link: `${origin}/signup?a=1&b=2`,
  })
  expect(text).toContain(`${origin}/signup?a=1&b=2`)
  expect(html).toContain(`href="${origin}/signup?a=1&#38;b=2"`)
})

test('falls back to English for a language without mails', () => {
  expect(mailLocale('ru')).toBe('ru')
  for (const code of ['pl', 'constructor', '']) expect(mailLocale(code)).toBe('en')
})

describe('custom texts of an installation', () => {
  const place = { kind: 'recover-password', part: 'text' } as const

  test.each(mailKinds)('%s: the built-in text is a valid custom text', (kind) => {
    for (const part of mailTextParts)
      for (const { text } of mailTexts.builtIn(mailTextPath({ kind, part })))
        expect(mailTextProblem({ kind, part }, text), text).toBeNull()
  })

  test('replace the built-in text, with the link as a button or in a sentence', () => {
    const text = 'Hello <b>you</b> & all,\r\nfrom {origin}.\r\n\r\n{link}\n \nOr open {link} "now".'
    const own = { subject: 'Ours & <yours>', text }
    const mail = renderMail('recover-password', 'de', { origin, link: `${origin}/x?a=1&b=2`, own })
    expect(mail.subject).toBe('Ours & <yours>')
    expect(mail.text).toContain(
      `Hello <b>you</b> & all,\nfrom ${origin}.\n\nNeues Passwort festlegen:\n${origin}/x`,
    )
    expect(mail.html).toContain('<title>Ours &#38; &#60;yours&#62;</title>')
    expect(mail.html).toContain(`Hello &#60;b&#62;you&#60;/b&#62; &#38; all,<br>from ${origin}.`)
    // the button, the sentence twice (address and text), and the address to copy twice
    expect(mail.html.split(`${origin}/x?a=1&#38;b=2`)).toHaveLength(6)
    expect(`${mail.text}${mail.html}`).not.toMatch(/\{(link|origin)\}/)
    expect(renderMail('recover-password', 'de', { origin, own }).html).toContain('href="{link}"')
  })

  test.each([
    ['Open {link}.', null],
    ['Open.', { problem: 'missing', name: 'link' }],
    ['{link} {Link}', { problem: 'unknown', name: 'Link' }],
    ['{{link}}', { problem: 'unknown', name: '{link}' }],
    ['{link} {}', { problem: 'unknown', name: '' }],
    [' \n', { problem: 'empty' }],
    [`{link}${'x'.repeat(20_000)}`, { problem: 'too-long', most: 20_000 }],
  ])('are rejected if unusable: %.30s', (text, problem) => {
    expect(mailTextProblem(place, text)).toEqual(problem)
  })

  test('a subject is one line without placeholders: no header injection', () => {
    const subject = { ...place, part: 'subject' } as const
    for (const text of ['a\nBcc: x@example.org', 'a\r\nb', 'a\u2028b', 'a\u0000b'])
      expect(mailTextProblem(subject, text)).toEqual({ problem: 'line-break' })
    expect(mailTextProblem(subject, '{link}')).toEqual({ problem: 'unknown', name: 'link' })
    expect(mailTexts.check('mail/recover-password/subject', '{x}')).toMatchObject({
      code: 'mail_text.no_placeholders',
      params: { placeholder: '{x}' },
    })
    expect(mailTexts.check('MAIL/Recover-Password/text', 'x')).toMatchObject({
      code: 'mail_text.placeholder_missing',
      params: { placeholder: '{link}' },
    })
    expect(mailTexts.check('mail/recover-password/text', '{link} {x}')).toMatchObject({
      code: 'mail_text.placeholder_unknown',
      params: { placeholder: '{x}', known: '{link}, {origin}' },
    })
    expect(mailTexts.check('terms', '{x}')).toBeNull()
  })
})
