// npm run texts: checks that every text exists in every language, with the plural forms of that language and
// the same placeholders, that every key used by the console exists, that each language writes its own colons, and
// that French punctuation has spaces at which no line breaks.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { filesBelow, root } from './files.mjs'

const languages = ['en', 'de', 'fr', 'it', 'ru', 'nl']
const form = /_(zero|one|two|few|many|other)$/
// This many consecutive words are never the same in two languages by chance.
const copiedWords = 4

/** Checks the texts below a folder against the sources that use them; resolves to the problems, line by line. */
export async function inspectTexts(base = root) {
  const home = join(base, 'packages/console/texts')
  const namespaces = (await readdir(join(home, 'en'))).filter((name) => name.endsWith('.json')).sort()
  const problems = []
  const english = new Map()
  for (const file of namespaces) {
    const en = await readTexts(join(home, 'en', file))
    english.set(file.replace('.json', ''), en)
    for (const language of languages) {
      const texts = language === 'en' ? en : await readTexts(join(home, language, file))
      const where = `${language}/${file}`
      if (texts) problems.push(...compare(en, texts, language).map((line) => `${where}: ${line}`))
      else problems.push(`${where} is missing or not JSON`)
    }
  }
  for (const language of languages) {
    const extra = (await readdir(join(home, language)).catch(() => [])).filter(
      (name) => !namespaces.includes(name),
    )
    problems.push(...extra.map((name) => `${language}/${name} has no English original`))
  }
  return [...problems, ...(await unknownKeys(english, base))]
}

async function readTexts(path) {
  const text = await readFile(path, 'utf8').catch(() => '')
  try {
    return flatten(JSON.parse(text))
  } catch {
    return undefined
  }
}

function flatten(value, path = '', found = new Map()) {
  for (const [key, inner] of Object.entries(value)) {
    const place = path ? `${path}.${key}` : key
    if (typeof inner === 'object') flatten(inner, place, found)
    else found.set(place, inner)
  }
  return found
}

function compare(en, texts, language) {
  const expected = expectedKeys(en, language)
  const problems = []
  for (const key of expected.keys()) if (!texts.has(key)) problems.push(`"${key}" is missing`)
  for (const [key, text] of texts) {
    const original = expected.get(key)
    if (original === undefined) problems.push(`"${key}" is not used in this language`)
    else problems.push(...compareTexts({ key, text, language }, original))
  }
  return problems
}

/**
 * Returns the keys that a language must have with their English texts: its own plural forms, all other keys
 * unchanged.
 */
function expectedKeys(en, language) {
  const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  const expected = new Map()
  for (const [key, text] of en) {
    const stem = key.replace(form, '')
    const isPlural = stem !== key && en.has(`${stem}_other`)
    if (!isPlural || key.endsWith('_zero')) expected.set(key, [text])
    else if (key.endsWith('_other')) {
      const originals = ['one', 'other'].flatMap((name) => en.get(`${stem}_${name}`) ?? [])
      for (const category of categories) expected.set(`${stem}_${category}`, originals)
    }
  }
  return expected
}

function compareTexts({ key, text, language }, originals) {
  if (typeof text !== 'string') return [`"${key}" is not a text`]
  const problems = []
  if (text.trim() === '' && originals[0].trim() !== '') problems.push(`"${key}" is empty`)
  const expected = originals.map((original) => placeholders(original))
  const here = placeholders(text)
  // "one interruption" may omit the number; any other placeholder is required.
  const isPlural = originals.length > 1 || form.test(key)
  const isComplete = expected.some((names) => isSame(names, here, isPlural ? 'count' : undefined))
  if (!isComplete)
    problems.push(`"${key}" has the placeholders {${here}} and English has {${expected.at(-1)}}`)
  const isCopied = language !== 'en' && originals.includes(text) && wordsOf(text) >= copiedWords
  if (isCopied) problems.push(`"${key}" is still English`)
  if (language === 'fr')
    problems.push(
      ...frenchSpaces.filter(([wrong]) => wrong.test(text)).map(([, rule]) => `"${key}": ${rule}`),
    )
  return problems
}

// The colon of an HTTP header and of a time has no space in French either.
const frenchSpaces = [
  [/[ \u202f]:/, 'the space before ":" is U+00A0'],
  [/(?<![\u202f;!?])[;!?]/, 'the space before ";", "!" and "?" is U+202F'],
  [/«(?!\u00a0)|(?<!\u00a0)»/, 'the spaces inside « » are U+00A0'],
]

const placeholders = (text) =>
  [...new Set([...text.matchAll(/{{-?\s*([\w.]+)/g)].map((match) => match[1]))].sort()

function isSame(left, right, ignored) {
  const relevant = (names) => names.filter((name) => name !== ignored).join()
  return relevant(left) === relevant(right)
}

const wordsOf = (text) => (text.replace(/{{.*?}}|<.*?>/g, '').match(/\p{L}{2,}/gu) ?? []).length

/**
 * Returns keys in the sources that no English file contains. The types cover most of them; this also finds
 * computed keys.
 */
async function unknownKeys(english, base) {
  const keys = new Set()
  for (const [namespace, texts] of english) {
    for (const key of texts.keys())
      for (const name of [key, key.replace(form, '')]) keys.add(name).add(`${namespace}:${name}`)
  }
  const known = [...keys]
  const spaces = [...english.keys()].join('|')
  const problems = []
  for (const path of await filesBelow(['packages/console/src'], base)) {
    if (!/\.tsx?$/.test(path) || path.includes('.test.')) continue
    const source = withoutComments(await readFile(join(base, path), 'utf8'))
    const usedKeys = [
      ...source.matchAll(/\bt\(\s*'([^']+)'/g),
      ...source.matchAll(new RegExp(`'((?:${spaces}):[\\w.-]+)'`, 'g')),
    ]
    for (const [, key] of usedKeys)
      if (!keys.has(key)) problems.push(`${path} uses the key "${key}", which does not exist`)
    // French has a space before a colon
    for (const [, text] of source.matchAll(/(?<!\$)\{(t\([^{}]*\))\}:/g))
      problems.push(`${path} writes a colon after ${text}; each language has its own`)
    for (const [, start] of source.matchAll(/\bt\(\s*`([^`$]+)\$\{/g)) {
      if (!known.some((key) => key.startsWith(start)))
        problems.push(`${path} uses the key "${start}…", which does not exist`)
    }
  }
  return [...new Set(problems)]
}

const withoutComments = (source) => source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const problems = await inspectTexts()
  for (const line of problems) console.error(line)
  console.log(`texts: ${problems.length} problems in ${languages.length} languages`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
