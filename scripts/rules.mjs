// Reads the rules of docs/proof.md, docs/specification.md and docs/limits.md. Each has an id in the first column of its
// table.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { filesBelow, root } from './files.mjs'

export const proofPage = 'docs/proof.md'
export const specificationPage = 'docs/specification.md'
export const limitsPage = 'docs/limits.md'
export const rulePages = [proofPage, specificationPage, limitsPage]

/** Form of the id of a rule, as a part of regular expressions. */
export const idForm = '(?:INV-[1-9]\\d*|[A-Z][1-9]\\d*(?:\\.[1-9]\\d*)?)'
const isId = new RegExp(`^${idForm}$`)

/** Returns the cells of a table row, or null if the line is not one. */
export const cellsOf = (line) =>
  line.startsWith('| ') || line.startsWith('|-')
    ? line
        .replaceAll('\\|', '\u0000')
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.replaceAll('\u0000', '|').trim())
    : null

/** Returns the tables of a page whose first column is the id of a rule: header, rows, and the index of the last line. */
export function ruleTables(text) {
  const tables = []
  let table
  for (const [index, line] of text.split('\n').entries()) {
    const cells = cellsOf(line)
    if (!cells) table = undefined
    else if (cells[0] === '#') tables.push((table = { header: cells, rows: [], last: index }))
    else if (table) {
      table.last = index
      if (!/^-+$/.test(cells[0])) table.rows.push({ id: cells[0], cells, line: index + 1 })
    }
  }
  return tables
}

/** Reads the tables of a page; resolves to its rows, and to problems with ids. */
export async function readRules(page, base = root) {
  const text = await readFile(join(base, page), 'utf8')
  const tables = ruleTables(text)
  const rows = tables.flatMap(({ header, rows }) => rows.map((row) => ({ ...row, header })))
  const problems = rows
    .filter(({ id }) => !isId.test(id))
    .map(({ id, line }) => `${page}:${line}: "${id}" is not the id of a rule, such as G13, S4.1 or INV-2`)
  return { text, rows, problems }
}

/** Returns all test files, sorted. */
export const testFiles = async (base = root) =>
  (await filesBelow(['packages', 'scripts'], base)).filter((path) => /\.test\.tsx?$/.test(path))
