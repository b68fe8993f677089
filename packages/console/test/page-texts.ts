import { readdirSync, readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'

const folder = new URL('../texts/', import.meta.url)
export const languages = ['en', 'de', 'fr', 'it', 'ru', 'nl'] as const
export type Language = (typeof languages)[number]

function* textsIn(texts: unknown): Generator<string> {
  if (typeof texts === 'string') yield texts
  else if (typeof texts === 'object' && texts !== null)
    for (const part of Object.values(texts)) yield* textsIn(part)
}

/** Returns all texts of the console in a language. */
function textsOf(language: Language): Set<string> {
  const files = readdirSync(new URL(`${language}/`, folder))
  const all = files.map(
    (file) => JSON.parse(readFileSync(new URL(`${language}/${file}`, folder), 'utf8')) as unknown,
  )
  return new Set(all.flatMap((texts) => [...textsIn(texts)]))
}

/** The texts of a language, and patterns of those with placeholders. */
interface Texts {
  fixed: Set<string>
  patterns: RegExp[]
  /** Results of `isOneOf`: pages have most of their texts in common. */
  known: Map<string, boolean>
}

const placeholder = /(\{\{[^}]*\}\})/

function patternOf(form: string): RegExp[] {
  const parts = form.split(placeholder)
  const words = parts.filter((_, index) => index % 2 === 0).join('')
  if (parts.length === 1 || words.trim().length < 3) return []
  const escaped = parts.map((part, index) =>
    index % 2 === 0
      ? part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      : part.includes(', number')
        ? String.raw`[\d\s.,’−-]+`
        : '.+',
  )
  return [new RegExp(`^${escaped.join('')}$`, 's')]
}

const texts = new Map(
  languages.map((language): [Language, Texts] => {
    const fixed = textsOf(language)
    return [language, { fixed, patterns: [...fixed].flatMap(patternOf), known: new Map() }]
  }),
)

/** Returns the texts that the page shows or exposes to assistive technology. */
const wordsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    // codes of OCPP and of the API are the same in every language
    const codes = 'style, script, [lang]:not(html), [translate=no], code, .mono'
    while (walk.nextNode())
      if (!walk.currentNode.parentElement?.closest(codes)) found.push(walk.currentNode.textContent ?? '')
    for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
      for (const element of document.querySelectorAll(`[${name}]`))
        if (!element.closest(`${codes}, [aria-hidden=true]`)) found.push(element.getAttribute(name) ?? '')
    return [...new Set(found.map((text) => text.trim()).filter((text) => /\p{L}{2}/u.test(text)))]
  })

/** True if a text is one of these, whatever its placeholders contain. */
function isOneOf(text: string, { fixed, patterns, known }: Texts): boolean {
  const found = known.get(text)
  if (found !== undefined) return found
  const isOne = fixed.has(text) || patterns.some((pattern) => pattern.test(text))
  known.set(text, isOne)
  return isOne
}

/**
 * Returns the texts of the page in another language than this one, and an entry if hardly any is in this one.
 * Texts that are the same in both languages are ignored.
 */
export async function foreignWords(page: Page, language: Language): Promise<string[]> {
  const words = await wordsOf(page)
  const own = texts.get(language)!
  const native = words.filter((word) => isOneOf(word, own))
  const others = words.filter((word) => !native.includes(word))
  const foreign = others.filter((word) => languages.some((other) => isOneOf(word, texts.get(other)!)))
  // English names of languages, OCPP actions and the like are the same everywhere.
  return native.length < 10 ? ['(hardly any text is in this language)', ...foreign] : foreign
}
