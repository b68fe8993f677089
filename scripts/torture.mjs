// npm run torture: repeats the tests of faults in many rounds that draw everything from a seed, and writes the results
// into docs/proof.md. `npm test` runs the same tests with few rounds, except fleet, soak and migration.
//   --rounds N       rounds of each part (100)
//   --seed S         seed of all rounds (the time)
//   --round R        only this one of the rounds: repeats a failure; crash, queue, fleet and soak always run all rounds
//   --only PARTS     parts, separated by commas (all)
//   --stations N     stations of the parts fleet (2,000) and soak (100)
//   --minutes N      minutes of the part soak (20)
//   --no-write       leaves docs/proof.md as it is
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from './files.mjs'
import { writeResults } from './torture-results.mjs'

const wire = (name) => `packages/server/test/${name}.test.ts`
/** Test file of each part, a part of the title of its test if there are several, and the most rounds that are useful. */
const parts = {
  simulation: { file: wire('simulation') },
  histories: { file: wire('histories'), test: 'a history' },
  meters: { file: wire('histories'), test: 'a meter' },
  crash: { file: wire('crash') },
  billing: { file: wire('billing-faults') },
  fuzz: { file: wire('fuzz') },
  handlers: { file: wire('failing-calls'), test: 'any handler' },
  jobs: { file: wire('failing-calls'), test: 'a job' },
  queue: { file: wire('flood'), test: 'queued messages' },
  fleet: { file: wire('fleet'), most: 1 },
  soak: { file: wire('soak'), most: 1 },
  migration: { file: wire('large-migration'), most: 1 },
}

const { values: options } = parseArgs({
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
  if (!parts[part]) throw new Error(`unknown part ${part}; there are ${Object.keys(parts).join(', ')}`)

const folder = await mkdtemp(join(tmpdir(), 'stationmaster-torture-'))
let child
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child?.kill(signal))

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
  const results = []
  for (const part of chosen) {
    const result = await run(part)
    results.push(result)
    // a round that is repeated alone is no result
    if (options.round === undefined && !options['no-write']) await writeResults([result])
  }
  console.log()
  for (const { part, rounds, seed, replay, figures } of results)
    console.log(
      `${part}: ${replay ? `FAILED, repeat with ${replay}` : `passed ${rounds} rounds, seed ${seed}`} ${figures}`,
    )
  process.exitCode = results.some(({ replay }) => replay) ? 1 : 0
} finally {
  await rm(folder, { recursive: true, force: true })
}
