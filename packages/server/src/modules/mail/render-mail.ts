import type { locales } from '@stationmaster/contract'
import type { MailKind, MailTexts } from './letter.ts'
import { de } from './texts/de.ts'
import { en } from './texts/en.ts'
import { fr } from './texts/fr.ts'
import { it } from './texts/it.ts'
import { nl } from './texts/nl.ts'
import { ru } from './texts/ru.ts'

type Locale = (typeof locales)[number]
const languages: Record<Locale, MailTexts> = { en, de, fr, it, ru, nl }

const isLocale = (code: string): code is Locale => Object.hasOwn(languages, code)

/** The language of a person, as far as mails are written in it. */
export const mailLocale = (code: string): Locale => (isLocale(code) ? code : 'en')

/** Stands where a secret link belongs, so that the secret is stored once and can be taken away. */
const linkPlace = '{link}'

export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** The text or the HTML of a mail with its link, or with what stands for a link that is gone. */
export const fillLink = (body: string, link: string): string => body.replaceAll(linkPlace, () => link)

interface MailParts {
  subject: string
  text: string
  html: string
}

/** A mail in one language. `link` is an open one; without it the place is kept for a secret one. */
export function renderMail(kind: MailKind, locale: Locale, origin: string, link = linkPlace): MailParts {
  const { letters, copyLink, sentBy } = languages[locale]
  const { subject, lead, button, note } = letters[kind]
  const text = [...lead, ...(button ? [`${button}:\n${link}`] : []), note, `--\n${sentBy} ${origin}`].join(
    '\n\n',
  )
  const shownLink = link === linkPlace ? link : escapeHtml(link)
  const html = page(locale, subject, [
    ...lead.map((line) => paragraph(escapeHtml(line))),
    ...(button ? [buttonRow(escapeHtml(button), shownLink)] : []),
    paragraph(escapeHtml(note), quiet),
    ...(button
      ? [
          paragraph(
            `${escapeHtml(copyLink)}<br><a href="${shownLink}" style="${linkStyle}">${shownLink}</a>`,
            quiet,
          ),
        ]
      : []),
    paragraph(`${escapeHtml(sentBy)} ${escapeHtml(origin)}`, foot),
  ])
  return { subject, text: `${text}\n`, html }
}

// Mail programs know tables and styles on the element; most drop style sheets.
const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const quiet = 'color:#5b6472;font-size:14px;line-height:21px'
const foot = 'color:#8f98a6;font-size:12px;line-height:18px;border-top:1px solid #e8ebf0;padding-top:16px'
const linkStyle = 'color:#2b6cb0;word-break:break-all'

const paragraph = (html: string, style = 'color:#1b1f27;font-size:16px;line-height:24px'): string =>
  `<p style="margin:0 0 20px;${style}">${html}</p>`

const buttonRow = (words: string, link: string): string =>
  `<p style="margin:0 0 28px"><a href="${link}" style="display:inline-block;background:#262b34;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none;padding:12px 24px;border-radius:8px">${words}</a></p>`

const page = (locale: Locale, title: string, blocks: readonly string[]): string => `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;background:#f3f5f8;${font}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border-radius:12px">
<tr><td style="padding:24px 32px 0;color:#5b6472;font-size:14px;font-weight:600">Stationmaster</td></tr>
<tr><td style="padding:16px 32px 24px"><h1 style="margin:0 0 20px;color:#1b1f27;font-size:22px;line-height:30px">${escapeHtml(title)}</h1>
${blocks.join('\n')}
</td></tr></table></td></tr></table></body></html>
`
