import { readdirSync, readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { languages } from './page-texts.ts'

/** The language whose plural forms, dates and numbers are used: it has most forms, and long dates. */
export const base = 'ru'

const texts = new URL('../texts/', import.meta.url)
const dist = new URL('../dist/', import.meta.url)
const pluralForm = /_(?:one|two|few|many|other)$/

interface Texts {
  [key: string]: string | Texts
}

const textsOf = (language: string, file: string): Texts =>
  JSON.parse(readFileSync(new URL(`${language}/${file}`, texts), 'utf8')) as Texts

/** Returns about how wide a text is, in letters of average width. */
function widthOf(text: string): number {
  let width = 0
  for (const letter of text.replace(/\{\{[^}]*\}\}/g, '00'))
    if (/[\s.,:;!|'’ijltfrI]/.test(letter)) width += 0.5
    else if (/[mwMWшщжюыфмШЩЖЮЫФМ]/.test(letter)) width += 1.5
    else width += /\p{Lu}/u.test(letter) ? 1.2 : 1
  return width
}

/** Returns the texts at a key; for a plural form all forms of the plural. */
const formsOf = (all: Texts, key: string): (string | Texts)[] => {
  const stem = key.replace(pluralForm, '')
  return stem === key
    ? [all[key]!]
    : Object.keys(all).flatMap((name) => (name.replace(pluralForm, '') === stem ? [all[name]!] : []))
}

/** Returns for each key the widest of its texts. */
function widestOf(all: readonly Texts[], own: Texts): Texts {
  const widest = (key: string): string | Texts => {
    const forms = all.flatMap((one) => formsOf(one, key))
    const inner = forms.filter((one) => typeof one === 'object')
    return inner.length > 0
      ? widestOf(inner, own[key] as Texts)
      : (forms as string[]).reduce((best, text) => (widthOf(text) > widthOf(best) ? text : best))
  }
  return Object.fromEntries(Object.keys(own).map((key) => [key, widest(key)]))
}

/**
 * Replaces the texts of one language by the widest of all six, so that one page shows whether a text is cut in any
 * of them. Only requests for these files are intercepted: all others use the cache of the browser.
 */
export async function serveWidestTexts(page: Page): Promise<void> {
  const built = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8')) as Record<
    string,
    { file: string }
  >
  const served = new Map(
    readdirSync(new URL(`${base}/`, texts)).map((file) => [
      `/${built[`texts/${base}/${file}`]!.file}`,
      () =>
        widestOf(
          languages.map((language) => textsOf(language, file)),
          textsOf(base, file),
        ),
    ]),
  )
  const devTools = await page.context().newCDPSession(page)
  devTools.on('Fetch.requestPaused', ({ requestId, request }) => {
    const body = `export default ${JSON.stringify(served.get(new URL(request.url).pathname)!())}`
    void devTools.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: 200,
      responseHeaders: [{ name: 'Content-Type', value: 'text/javascript' }],
      body: Buffer.from(body).toString('base64'),
    })
  })
  await devTools.send('Fetch.enable', {
    patterns: [...served.keys()].map((path) => ({ urlPattern: `*${path}` })),
  })
}
