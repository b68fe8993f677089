// Writes the results of `npm run torture` into docs/proof.md: one row per part, the newest run of each.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './files.mjs'
import { cellsOf, proofPage } from './rules.mjs'

const begin = '<!-- torture:begin (npm run torture) -->'
const end = '<!-- torture:end -->'
const header = ['Part', 'Rounds, seed', 'Result', 'Figures', 'Run']

/**
 * Returns the text of the page with the rows of these results; other parts keep theirs.
 * @param results `{ part, rounds, seed, replay, figures, run }`; `replay` only of a failure
 */
export function withResults(text, results) {
  const from = text.indexOf(begin)
  const to = text.indexOf(end)
  if (from < 0 || to < from) throw new Error(`${proofPage} has no section ${begin}`)
  const rows = new Map(
    text
      .slice(from, to)
      .split('\n')
      .map(cellsOf)
      .filter((cells) => cells && cells[0] !== header[0] && !/^-+$/.test(cells[0]))
      .map((cells) => [cells[0], cells]),
  )
  for (const { part, rounds, seed, replay, figures, run } of results)
    rows.set(part, [
      part,
      `${rounds}, ${seed}`,
      replay ? `**failed**: \`${replay}\`` : 'passed',
      figures,
      run,
    ])
  const lines = [header, header.map(() => '---'), ...[...rows.values()].sort(byPart)]
  const table = lines.map((cells) => `| ${cells.map(escape).join(' | ')} |`).join('\n')
  return `${text.slice(0, from)}${begin}\n\n${table.replace(/^\| --- .*$/m, '|---|---|---|---|---|')}\n\n${text.slice(to)}`
}

const byPart = ([one], [other]) => (one < other ? -1 : 1)
const escape = (cell) => cell.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ')

export async function writeResults(results) {
  const path = join(root, proofPage)
  await writeFile(path, withResults(await readFile(path, 'utf8'), results))
}
