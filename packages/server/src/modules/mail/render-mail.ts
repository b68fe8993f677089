import {
  type locales,
  type MailKind,
  type MailTextPart,
  type MailTextPlace,
  productTitle,
} from '@stationmaster/contract'
import { escapeHtml } from '../../shared/escape-html.ts'
import type { MailTexts } from './mail-text.ts'
import { de } from './texts/de.ts'
import { en } from './texts/en.ts'
import { fr } from './texts/fr.ts'
import { it } from './texts/it.ts'
import { nl } from './texts/nl.ts'
import { ru } from './texts/ru.ts'

export type Locale = (typeof locales)[number]
const languages: Record<Locale, MailTexts> = { en, de, fr, it, ru, nl }

const isLocale = (code: string): code is Locale => Object.hasOwn(languages, code)

/** Returns the user's language if mails exist in it, otherwise English. */
export const mailLocale = (code: string): Locale => (isLocale(code) ? code : 'en')

/** Placeholder of a secret link, so that the secret is stored once and can be deleted. */
const linkPlace = '{link}'

/** Inserts a link, or its replacement if the link is gone, into the text or HTML of a mail. */
export const fillLink = (body: string, link: string): string => body.replaceAll(linkPlace, () => link)

interface MailParts {
  subject: string
  text: string
  html: string
}

/** Text before the link of a mail, with a link of its own if it has one. */
interface Entry {
  text: string
  link?: string
}

interface MailContent {
  /** Scheme and host of the installation. */
  origin: string
  /** An open link; without it the placeholder of a secret one is inserted. */
  link?: string
  /** Texts with their links that precede the link of the mail, and the number of further ones. */
  entries?: { shown: readonly Entry[]; more: number }
  /** Custom texts of the installation, validated (`mailTextProblem`). */
  own?: OwnTexts
}
export type OwnTexts = Partial<Record<MailTextPart, string>>

/** Renders a mail in one language from custom texts or, where there are none, the built-in ones. */
export function renderMail(kind: MailKind, locale: Locale, content: MailContent): MailParts {
  const { origin, link = linkPlace, own = {}, entries } = content
  const { copyLink, sentBy, texts: letters, more } = languages[locale]
  const { button = '' } = letters[kind]
  const subject = own.subject ?? builtInText({ kind, part: 'subject' }, locale)
  const blocks = paragraphsOf(own.text ?? builtInText({ kind, part: 'text' }, locale), origin)
  const asText = blocks.map((block) => fillLink(isButton(block) ? `${button}:\n${linkPlace}` : block, link))
  const rest = entries && entries.more > 0 ? [`${more} ${entries.more}`] : []
  const at = placeOfEntries(blocks)
  const textEntries = entries ? [...entries.shown.map(textOfEntry), ...rest] : []
  const text = [...asText.toSpliced(at, 0, ...textEntries), `--\n${sentBy} ${origin}`].join('\n\n')
  const shownLink = link === linkPlace ? link : escapeHtml(link)
  const isNote = (at: number): boolean => at > 0 && at === blocks.length - 1
  const asHtml = blocks.map((block, at) =>
    isButton(block)
      ? buttonRow(escapeHtml(button), shownLink)
      : paragraph(linked(escapeHtml(block), shownLink), isNote(at) ? secondary : plain),
  )
  const htmlEntries = entries
    ? [...entries.shown.map(entry), ...rest.map((words) => paragraph(words, plain))]
    : []
  const html = page(locale, subject, [
    ...asHtml.toSpliced(at, 0, ...htmlEntries),
    ...(blocks.some(isButton)
      ? [paragraph(`${escapeHtml(copyLink)}<br>${anchor(shownLink)}`, secondary)]
      : []),
    paragraph(`${escapeHtml(sentBy)} ${escapeHtml(origin)}`, foot),
  ])
  return { subject, text: `${text}\n`, html }
}

/** Returns a built-in text in the format of custom texts: paragraphs, with the link alone in one. */
export function builtInText({ kind, part }: MailTextPlace, locale: Locale): string {
  const { subject, lead, button, note } = languages[locale].texts[kind]
  if (part === 'subject') return subject
  return [...lead, ...(button ? [linkPlace] : []), note].join('\n\n')
}

const paragraphsOf = (text: string, origin: string): string[] =>
  text
    .replaceAll('\r\n', '\n')
    .replaceAll('{origin}', () => origin)
    .trim()
    .split(/\n(?:[^\S\n]*\n)+/)

/** Returns the position of the entries: before the link, or before the note if there is no link. */
function placeOfEntries(blocks: readonly string[]): number {
  const at = blocks.findIndex((block) => block.includes(linkPlace))
  return at < 0 ? Math.max(0, blocks.length - 1) : at
}

/** A link alone in a paragraph becomes the button. */
const isButton = (block: string): boolean => block.trim() === linkPlace

/** Renders an escaped paragraph with its line breaks and the link inside a sentence. */
const linked = (escaped: string, link: string): string =>
  escaped.replaceAll('\n', '<br>').replaceAll(linkPlace, () => anchor(link))

// mail clients support tables and inline styles; most drop style sheets
const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const plain = 'color:#1b1f27;font-size:16px;line-height:24px'
const secondary = 'color:#5b6472;font-size:14px;line-height:21px'
const foot = 'color:#8f98a6;font-size:12px;line-height:18px;border-top:1px solid #e8ebf0;padding-top:16px'
const linkStyle = 'color:#2b6cb0;word-break:break-all'

const anchor = (link: string): string => `<a href="${link}" style="${linkStyle}">${link}</a>`

const textOfEntry = ({ text, link }: Entry): string => (link === undefined ? text : `* ${text}\n  ${link}`)

const entry = ({ text, link }: Entry): string =>
  paragraph(`${escapeHtml(text)}${link === undefined ? '' : `<br>${anchor(escapeHtml(link))}`}`, plain)

const paragraph = (html: string, style: string): string => `<p style="margin:0 0 20px;${style}">${html}</p>`

const buttonRow = (words: string, link: string): string =>
  `<p style="margin:0 0 28px"><a href="${link}" style="display:inline-block;background:#262b34;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none;padding:12px 24px;border-radius:8px">${words}</a></p>`

const page = (locale: Locale, title: string, blocks: readonly string[]): string => `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;background:#f3f5f8;${font}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border-radius:12px">
<tr><td style="padding:24px 32px 0;color:#5b6472;font-size:14px;font-weight:600">${productTitle}</td></tr>
<tr><td style="padding:16px 32px 24px"><h1 style="margin:0 0 20px;color:#1b1f27;font-size:22px;line-height:30px">${escapeHtml(title)}</h1>
${blocks.join('\n')}
</td></tr></table></td></tr></table></body></html>
`
