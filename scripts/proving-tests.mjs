// Reads the tests that prove rules. Only the test files state which test proves which rule: a comment
// `// Proves G13, S4.1` directly above a test, a describe or a row of `each`.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import ts from 'typescript'
import { root } from './files.mjs'
import { idForm, testFiles } from './rules.mjs'

const idList = new RegExp(`^// Proves (${idForm}(?:, ${idForm})*)$`)
const comment = /^[ \t]*(?<text>\/\/[ \t]*Proves\b.*?)[ \t]*$/gim
const titleWithIds = new RegExp(`^[^'"\`\\n]*(['"\`])(${idForm}(?:, ${idForm})*): `, 'gm')

/**
 * Reads the tests that prove rules from all test files.
 * @returns {Promise<{ tests: { ids: string[], path: string, line: number, title: string }[], problems: string[] }>}
 */
export async function readProvingTests(base = root) {
  const paths = await testFiles(base)
  const read = await Promise.all(
    paths.map(async (path) => testsOf(path, await readFile(join(base, path), 'utf8'))),
  )
  return { tests: read.flatMap(({ tests }) => tests), problems: read.flatMap(({ problems }) => problems) }
}

function testsOf(path, text) {
  const comments = [...text.matchAll(comment)]
  const problems = [...text.matchAll(titleWithIds)].map(
    (match) =>
      `${path}:${lineOf(text, match.index)}: the title begins with ${match[2]}; ids belong to a comment above: // Proves ${match[2]}`,
  )
  if (comments.length === 0) return { tests: [], problems }
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind)
  const found = []
  for (const match of comments) {
    const line = lineOf(text, match.index)
    const ids = idList.exec(match.groups.text)?.[1].split(', ')
    const node = ids && nodeAfter(source, text, match.index + match[0].length)
    const test = node && testAt(node)
    if (!ids)
      problems.push(`${path}:${line}: "${match.groups.text}" is not a list of ids: // Proves G13, S4.1`)
    else if (!test) problems.push(`${path}:${line}: "${match.groups.text}" is not above a test`)
    else found.push({ ids, path, line, ...test })
  }
  problems.push(...duplicatesIn(path, found))
  return { tests: found.map(({ ids, line, title }) => ({ ids, path, line, title })), problems }
}

const lineOf = (text, index) => text.slice(0, index).split('\n').length

/** Returns the outermost node that begins after a position, with only white space and comments between. */
function nodeAfter(source, text, position) {
  const start = position + /^(?:\s|\/\/.*)*/.exec(text.slice(position))[0].length
  let node = source
  do {
    node = ts.forEachChild(node, (child) => (child.pos <= start && start < child.end ? child : undefined))
  } while (node && node.getStart(source) !== start)
  return node
}

/** Returns the title of a test, describe or row of `each` with those around it, or undefined for another node. */
function testAt(node) {
  if (ts.isExpressionStatement(node)) {
    const title = titleOf(node.expression)
    return title === undefined ? undefined : { title: [...titlesAround(node), title].join(' › '), node }
  }
  if (!ts.isArrayLiteralExpression(node) || !ts.isArrayLiteralExpression(node.parent)) return undefined
  const row = node.elements[0] && textOf(node.elements[0])
  if (row === undefined) return undefined
  const call = ancestorsOf(node).find((parent) => titleOf(parent) !== undefined)
  const template = call && titleOf(call)
  const title = template?.includes('%s') ? template.replace('%s', () => row) : row
  return { title: [...titlesAround(call ? call.parent : node), title].join(' › '), node }
}

/** Returns the title of a call of test, it or describe, also with `each` and the like; undefined for other nodes. */
function titleOf(node) {
  if (!ts.isCallExpression(node) || node.arguments.length < 2) return undefined
  let callee = node.expression
  while (ts.isCallExpression(callee) || ts.isPropertyAccessExpression(callee)) callee = callee.expression
  return /^(?:test|it|describe)$/.test(callee.text) ? textOf(node.arguments[0]) : undefined
}

function textOf(node) {
  if (ts.isStringLiteralLike(node)) return node.text
  return ts.isTemplateExpression(node) ? node.getText().slice(1, -1) : undefined
}

function ancestorsOf(node) {
  const found = []
  for (let parent = node.parent; parent; parent = parent.parent) found.push(parent)
  return found
}

const titlesAround = (node) =>
  ancestorsOf(node)
    .map(titleOf)
    .filter((title) => title !== undefined)
    .reverse()

function duplicatesIn(path, found) {
  const problems = []
  for (const [index, { ids, line, title, node }] of found.entries()) {
    const report = (what) => problems.push(`${path}:${line}: ${what}`)
    for (const id of new Set(ids.filter((id, at) => ids.indexOf(id) !== at))) report(`repeats ${id}`)
    for (const other of found.slice(0, index)) {
      const shared = ids.filter((id) => other.ids.includes(id))
      if (other.node === node) report('a second comment with ids above the same test')
      else if (shared.length > 0 && other.title === title)
        report(`another test with ${shared.join(', ')} has the same title`)
    }
  }
  return problems
}
