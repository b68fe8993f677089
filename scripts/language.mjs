// npm run language: listed words in identifiers, comments, documents and English texts; how doc comments begin; errors
// that are recognised by their sentence; lint rules that are disabled without a reason; subjects of commits. Each kind
// has a limit below, which only goes down.
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import ts from 'typescript'
import { filesBelow, root } from './files.mjs'

/** Words that no identifier contains, each a part of camel case. */
export const identifierWords = new Set(
  (
    'told tell tells nobody somebody anybody whoever anew meanwhile house houses household room rooms door doors ' +
    'doorway wall walls walled desk mailbox sight living deaf deafness flurry flurries deed deeds wish kept said ' +
    'vouched furnish knock overhear noes entrant quarantine'
  ).split(' '),
)

/** Names that others chose: an icon, a Unix user, a kind of charging station. */
const foreignNames = new Set(['IconDoorOff', 'nobodyIds', 'wall'])

/** Words and phrases that neither comments, documents nor English texts contain. */
export const prosePatterns = [
  /\b(?:told|tells?|telling)\b/gi,
  /\b(?:nobody|somebody|anybody|whoever)\b/gi,
  /\b(?:anew|meanwhile)\b/gi,
  /\b(?:doorway|desk|mailbox|household)\b/gi,
  /\b(?:house|houses|rooms?|doors?|walls?(?![- ](?:clock|time|box)))\b/gi,
  /\b(?:flurry|flurries|deeds?|deaf)\b/gi,
  /\bquarantined?\b/gi,
  /\b(?:of (?:ours|theirs|its own accord|one’s own|one's own))\b/gi,
  /\bso many\b/gi,
  /\blets? in\b|\bis let in\b/gi,
  /\bthere is no such\b/gi,
  /\bin sight\b/gi,
]

/** A word that begins a sentence without a verb. */
const nounClause = /^(?:What|Whether|How|Who|Whom|Whose)\b/

/** An error that is recognised by its text; a library without codes is marked with "library error". */
const sentenceMatch =
  /\b(?:message|original)\)?\s*(?:\?\.|\.)\s*(?:startsWith|endsWith|includes|match|search)\(|\bmessage\s*===\s*(['"`])(?!\1)/g

/** A comment that disables lint rules without a reason after two hyphens. */
const disabledRule = /\b(?:ox|es)lint-disable\S*(?:(?! -- \S)[^])*$/

/** The most that each kind may have; never raised. */
export const limits = {
  identifiers: 0,
  prose: 40,
  'doc comments': 60,
  'errors by sentence': 0,
  'disabled lint rules': 0,
  'commit subjects': 0,
}

const isCode = (path) => /\.(?:ts|tsx|mjs|js)$/.test(path) && !/\.gen\.ts$|\/generated\//.test(path)
const isDocument = (path) => path.endsWith('.md')
const isTest = (path) => /\.test\.tsx?$|\/test\//.test(path)
/** Lists the words. */
const isExempt = (path) => /^scripts\/language(?:\.test)?\.(?:mjs|ts)$/.test(path)
/** What ran once on a database stays as it was; the wording of changes that were released, too. */
const isHistory = (path) =>
  path.startsWith('packages/server/src/storage/migrations/') || path === 'CHANGELOG.md'

const partsOf = (name) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z]+/)
    .map((part) => part.toLowerCase())

/**
 * Inspects the sources, documents and English texts below a folder.
 * @returns {Promise<Record<string, string[]>>} problems by kind, each "path:line: words"
 */
export async function inspectLanguage(base = root) {
  const found = {
    identifiers: [],
    prose: [],
    'doc comments': [],
    'errors by sentence': [],
    'disabled lint rules': [],
  }
  const files = await filesBelow(
    ['packages', 'scripts', 'docs', 'changes', 'README.md', 'CONTRIBUTING.md'],
    base,
  )
  for (const path of files) {
    if (isExempt(path) || isHistory(path)) continue
    const inspected = isCode(path) || isDocument(path) || /\/texts\/en\/.*\.json$/.test(path)
    if (!inspected) continue
    const text = await readFile(join(base, path), 'utf8')
    const lines = lineNumbers(text)
    if (isCode(path)) inspectCode({ path, text, lines }, found)
    else for (const [at, words] of listedIn(text)) found.prose.push(`${path}:${lines(at)}: ${words}`)
  }
  return found
}

const listed = new Map()

/** Returns true if a part of the identifier is a listed word; each name is split once. */
function isListed(name) {
  if (!listed.has(name))
    listed.set(name, !foreignNames.has(name) && partsOf(name).some((part) => identifierWords.has(part)))
  return listed.get(name)
}

/** Returns true if the node is a token that can contain what looks like a comment. */
const isLiteral = ({ kind }) =>
  kind >= ts.SyntaxKind.FirstLiteralToken && kind <= ts.SyntaxKind.LastTemplateToken

function inspectCode({ path, text, lines }, found) {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const options = {
    languageVersion: ts.ScriptTarget.Latest,
    jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
  }
  const source = ts.createSourceFile(path, text, options, false, kind)
  const seen = new Set()
  const literals = []
  const visit = (node) => {
    if (isLiteral(node)) literals.push({ start: node.getStart(source), end: node.end })
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) {
      if (!isListed(node.text)) return
      const where = `${path}:${lines(node.end)}: ${node.text}`
      if (!seen.has(where)) {
        seen.add(where)
        found.identifiers.push(where)
      }
      return
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  for (const { pos, comment } of commentsOf(literals, text)) {
    for (const [at, words] of listedIn(comment)) found.prose.push(`${path}:${lines(pos + at)}: ${words}`)
    const [disabled] = disabledRule.exec(comment) ?? []
    if (disabled) found['disabled lint rules'].push(`${path}:${lines(pos)}: ${disabled}`)
    const first = comment.startsWith('/**') ? comment.slice(3).replace(/^[\s*]+/, '') : ''
    if (nounClause.test(first)) found['doc comments'].push(`${path}:${lines(pos)}: ${first.slice(0, 60)}`)
  }
  if (isTest(path)) return
  for (const match of text.matchAll(sentenceMatch))
    if (!text.slice(0, match.index).split('\n').slice(-2).join('\n').includes('library error'))
      found['errors by sentence'].push(`${path}:${lines(match.index)}: ${match[0]}`)
}

/** Finds the comments outside the given literals, so that texts which look like comments are none. */
function commentsOf(literals, text) {
  const comments = []
  const sign = /\/\/.*|\/\*[^]*?\*\//g
  const ends = [...literals, { start: text.length, end: text.length }]
  let next = 0
  for (let match = sign.exec(text); match; match = sign.exec(text)) {
    while (ends[next].end <= match.index) next += 1
    const { start, end } = ends[next]
    if (start <= match.index) sign.lastIndex = end
    else comments.push({ pos: match.index, comment: match[0] })
  }
  return comments
}

function listedIn(text) {
  const found = []
  for (const pattern of prosePatterns)
    for (const match of text.matchAll(pattern)) found.push([match.index, match[0]])
  return found
}

function lineNumbers(text) {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (at) => {
    let low = 0
    let high = starts.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (starts[middle] <= at) low = middle
      else high = middle
    }
    return low + 1
  }
}

/** The last commit whose subject was written before this check. */
const firstCheckedAfter = 'language: check the words of code and documents'
const longestSubject = 72

/** Returns what is wrong with the subject of a commit; null if nothing. */
export function subjectProblem(subject) {
  if (subject.length > longestSubject) return `${subject.length} characters`
  const [, verb] = /^[a-z0-9 ,-]+: ([a-z]+)\b/i.exec(subject) ?? []
  if (!verb) return 'not in the form "area: verb …"'
  if (subject.endsWith('.')) return 'ends with a full stop'
  if (/(?:ed|ing)$/.test(verb) && !/^(?:add|embed|feed|need|seed|shed|speed|bring|string|ring)$/.test(verb))
    return `"${verb}" is not imperative`
  return null
}

async function inspectSubjects() {
  const { stdout } = await promisify(execFile)('git', ['log', '--format=%s', '-n', '500'], {
    cwd: root,
  }).catch(
    () => ({ stdout: '' }), // a downloaded archive has no history
  )
  const subjects = stdout.split('\n').filter(Boolean)
  const from = subjects.indexOf(firstCheckedAfter)
  return subjects.slice(0, Math.max(0, from)).flatMap((subject) => {
    const problem = subjectProblem(subject)
    return problem ? [`"${subject}": ${problem}`] : []
  })
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const found = { ...(await inspectLanguage()), 'commit subjects': await inspectSubjects() }
  const shown = process.argv.includes('--all') ? Infinity : 20
  let isFailed = false
  for (const [kind, problems] of Object.entries(found)) {
    const isAbove = problems.length > limits[kind]
    isFailed ||= isAbove
    console.log(`${isAbove ? 'FAIL' : 'ok'}  ${kind}: ${problems.length}, at most ${limits[kind]}`)
    if (isAbove) for (const line of problems.slice(0, shown)) console.log(`      ${line}`)
  }
  if (isFailed) process.exitCode = 1
}
