// npm run mutate -- pricing: changes one expression of the pricing function at a time and runs its checks, which must
// notice. Prints the score and the changes that no check noticed. Not part of npm test.
//   --file TEXT     only files whose name has the text
//   --list          also prints the changes that were noticed
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { filesBelow } from './files.mjs'
import { equivalents } from './mutate/equivalents.mjs'
import { mutantsOf } from './mutate/mutants.mjs'
import { readOptions, refuse } from './options.mjs'

const targets = { pricing: 'packages/server/src/modules/tariffs/price' }
/** Files of a target that hold no rules. */
const excluded = /(\.test\.ts|-types\.ts|\/zone\.ts|\/cases\/.*)$/
const leastScore = 95
/** A change can cause an endless loop. */
const maxMs = 6_000

const { values, positionals } = readOptions(import.meta.url, {
  allowPositionals: true,
  options: { file: { type: 'string', default: '' }, list: { type: 'boolean', default: false } },
})
const folder = targets[positionals[0]]
if (!folder)
  refuse(import.meta.url, `unknown target ${positionals[0]}; there is ${Object.keys(targets).join(', ')}`)

const files = (await filesBelow([folder])).filter(
  (file) => !excluded.test(file) && file.includes(values.file),
)
const mutants = (await Promise.all(files.map(mutantsOf))).flat()

/** Process that runs the checks; a change can end it by an endless loop, or by filling its memory. */
let child
/** Amounts by the second implementation, which the first process computes. */
let expected
async function startChild() {
  child = fork(fileURLToPath(new URL('mutate/run-checks.mjs', import.meta.url)), [folder], {
    execArgv: ['--max-old-space-size=400'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  expected = await answerTo(expected ?? null)
}

/** Sends a message to the process; resolves to its answer, or undefined if it ended or took too long. */
const answerTo = (message, timeoutMs) =>
  new Promise((resolve) => {
    const current = child
    let timer
    const end = (answer) => {
      clearTimeout(timer)
      current.removeAllListeners()
      resolve(answer)
    }
    if (timeoutMs) timer = setTimeout(end, timeoutMs)
    current.once('message', end)
    current.once('exit', () => end(undefined))
    current.send(message)
  })

/** Returns true if a check notices a change. */
async function isNoticed(mutant) {
  if (!child) await startChild()
  const isNoticed = await answerTo(mutant ?? {}, maxMs)
  if (isNoticed !== undefined) return isNoticed
  child.kill('SIGKILL')
  child = undefined
  return true
}

if (await isNoticed(undefined)) throw new Error('the checks fail without any change')
const survivors = []
let checked = 0
for (const mutant of mutants) {
  const noticed = await isNoticed(mutant)
  checked++
  if (checked % 50 === 0) console.error(`${checked} of ${mutants.length}`)
  if (!noticed) survivors.push(mutant)
  if (values.list) console.log(noticed ? 'noticed ' : 'SURVIVED', describe(mutant))
}
child?.kill()

function describe({ file, line, before, after }) {
  return `${file.slice(folder.length + 1)}:${line}: ${before} -> ${after}`
}
/** Returns why a change has no effect, if that is known. */
const reasonOf = ({ file, text, before, after }) =>
  equivalents.find(
    (one) => file.endsWith(one.file) && text.includes(one.in) && one.before === before && one.after === after,
  )?.why

const unknown = survivors.filter((mutant) => !reasonOf(mutant))
for (const mutant of survivors)
  console.log(`${describe(mutant)}\n    ${reasonOf(mutant) ?? `NOT EXPLAINED  ${mutant.text}`}`)
const score = (100 * (mutants.length - survivors.length)) / mutants.length
console.log(
  `${mutants.length} changes, ${mutants.length - survivors.length} noticed (${score.toFixed(1)} %), ` +
    `${survivors.length - unknown.length} without effect, ${unknown.length} not explained`,
)
process.exitCode = score < leastScore || unknown.length > 0 ? 1 : 0
