// npm run torture: repeats the tests of faults in many rounds that draw everything from a seed, and writes the results
// into docs/proof.md. `npm test` runs the same tests with few rounds, except those that take minutes (torture-parts.mjs).
//   --rounds N       rounds of each part (100)
//   --seed S         seed of all rounds (the time)
//   --round R        only this one of the rounds: repeats a failure; parts whose rounds follow each other run all
//   --only PARTS     parts, separated by commas (all)
//   --stations N     stations of the parts fleet (2,000) and soak (100)
//   --minutes N      minutes of the part soak (20)
//   --no-write       leaves docs/proof.md as it is
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './files.mjs'
import { clearRunFolder, makeRunFolder } from './leftovers.mjs'
import { readOptions, refuse } from './options.mjs'
import { parts, runParts } from './torture-parts.mjs'
import { writeResults } from './torture-results.mjs'

const { values: options } = readOptions(import.meta.url, {
  options: {
    rounds: { type: 'string', default: '100' },
    seed: { type: 'string', default: String(Date.now()) },
    round: { type: 'string' },
    only: { type: 'string' },
    stations: { type: 'string' },
    minutes: { type: 'string' },
    'no-write': { type: 'boolean', default: false },
  },
})
const chosen = options.only?.split(',') ?? Object.keys(parts)
for (const part of chosen)
  if (!parts[part])
    refuse(import.meta.url, `unknown part ${part}; there are ${Object.keys(parts).join(', ')}`)

// on a disk: databases of some parts are larger than the memory
const folder = await makeRunFolder(tmpdir())
const stop = new AbortController()
let child
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    stop.abort()
    child?.kill(signal)
  })

/** Runs a part; resolves to its result. */
async function run(part) {
  const file = join(folder, `${part}.jsonl`)
  const { most = Infinity, file: testFile, test } = parts[part]
  const rounds = String(Math.min(Number(options.rounds), most))
  const { seed, round, stations, minutes } = options
  const chosenOnly = {
    ...(round !== undefined && { TORTURE_ROUND: round }),
    ...(stations !== undefined && { TORTURE_STATIONS: stations }),
    ...(minutes !== undefined && { TORTURE_MINUTES: minutes }),
  }
  const since = performance.now()
  const selected = test ? ['-t', test] : []
  child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', testFile, ...selected], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      TMPDIR: folder,
      TORTURE: '1',
      TORTURE_ROUNDS: rounds,
      TORTURE_SEED: seed,
      TORTURE_RESULTS: file,
      ...chosenOnly,
    },
  })
  const code = await new Promise((resolve) => child.once('exit', resolve))
  const text = await readFile(file, 'utf8').catch(() => '')
  const entries = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
  const minutesTaken = (performance.now() - since) / 60_000
  const { replay } = entries.find((entry) => entry.replay) ?? {}
  return {
    part,
    rounds,
    seed,
    replay:
      code === 0
        ? undefined
        : (replay ?? `npm run torture -- --only ${part} --rounds ${rounds} --seed ${seed}`),
    figures: entries.flatMap(({ figures }) => figures ?? []).join('; '),
    run: `${new Date().toISOString().slice(0, 10)}, Node.js ${process.versions.node}, ${minutesTaken.toFixed(1)} min`,
  }
}

try {
  // a round that is repeated alone is no result
  const isStored = options.round === undefined && !options['no-write']
  const results = await runParts(chosen, {
    run,
    store: async (result) => isStored && writeResults([result]),
    signal: stop.signal,
  })
  console.log()
  for (const { part, rounds, seed, replay, figures } of results)
    console.log(
      `${part}: ${replay ? `FAILED, repeat with ${replay}` : `passed ${rounds} rounds, seed ${seed}`} ${figures}`,
    )
  if (stop.signal.aborted) console.log('Stopped: the last part has no result.')
  process.exitCode = stop.signal.aborted ? 130 : results.some(({ replay }) => replay) ? 1 : 0
} finally {
  // a signal ends the test without its end: its database and servers would remain
  await clearRunFolder(folder)
}
